import { useKnownText } from '../../app/known-text.ts';

/** The names of rights and roles in the language of the person. A name that this version does not know stays as the API has it. */
export function useAccessNames() {
  const find = useKnownText();
  return {
    right: (right: string) => find(`right.${right}`, right),
    resource: (resource: string) => find(`resource.${resource}`, resource),
    role: (role: string, name = role) => find(`role.${role}`, name),
    /** What a built-in role may do, in a sentence; null for others. */
    aboutRole: (role: string) => find(`roleAbout.${role}`, '') || null,
  };
}

/** Rights by their resource, in alphabetical order. @param rights such as `purchases:read` */
export function byResource(
  rights: Iterable<string>,
): readonly (readonly [resource: string, rights: readonly string[]])[] {
  const groups = Map.groupBy([...new Set(rights)].toSorted(), (right) => right.split(':')[0] ?? right);
  return [...groups];
}
