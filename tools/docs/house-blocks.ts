import { cruise, type ICruiseResult } from 'dependency-cruiser';
import type { Blocks } from './blocks.ts';

/** Pure JavaScript, so that the tool reads it as it is; this is what the page takes from it. */
interface House {
  /** From the bottom: rooms with what is in them. */
  readonly FLOORS: readonly Readonly<Record<string, string>>[];
  readonly default: {
    readonly forbidden: readonly { readonly name: string; readonly comment: string }[];
    readonly options: Readonly<Record<string, unknown>> & { readonly enhancedResolveOptions: object };
  };
}

/** Which room imports from which, as `from to`. */
type Imports = ReadonlySet<string>;

/** The tables and the picture of docs/house.md: floors, rooms and rules, and what dependency-cruiser finds in the code. */
export async function houseBlocks(root: string): Promise<Blocks> {
  const { FLOORS, default: config }: House = await import(`${root}/.dependency-cruiser.mjs`);
  const { enhancedResolveOptions, ...options } = config.options;
  const { output } = await cruise(['.'], { ...options, baseDir: root }, enhancedResolveOptions);
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);

  const floors = FLOORS.filter((floor) => !('test' in floor));
  const imports = readImports(output, floors);
  const rules = config.forbidden
    .filter(({ name }) => !name.startsWith('floors: '))
    .map(({ name, comment }) => `| ${name} | ${comment} |`);
  return {
    floors: renderTable(floors, imports).join('\n'),
    picture: renderPicture(floors, imports).join('\n'),
    rules: ['| Rule | When it is broken |', '|---|---|', ...rules].join('\n'),
  };
}

function readImports({ modules }: ICruiseResult, floors: House['FLOORS']): Imports {
  const rooms = new Set(floors.flatMap((floor) => Object.keys(floor)));
  const imports = new Set<string>();
  for (const { source, dependencies } of modules) {
    for (const { resolved } of dependencies) {
      const [from, to] = [roomOf(source, rooms), roomOf(resolved, rooms)];
      if (from !== to && rooms.has(from) && rooms.has(to)) imports.add(`${from} ${to}`);
    }
  }
  return imports;
}

/** Most rooms are folders at the root; a room with a slash is inside one. */
function roomOf(path: string, rooms: ReadonlySet<string>): string {
  const [first = path, second = ''] = path.split('/', 2);
  return rooms.has(`${first}/${second}`) ? `${first}/${second}` : first;
}

function renderTable(floors: House['FLOORS'], imports: Imports): string[] {
  const rows = floors.flatMap((floor, level) =>
    Object.entries(floor).map(([room, content]) => {
      const below = floors
        .flatMap((lower) => Object.keys(lower))
        .filter((to) => imports.has(`${room} ${to}`));
      const path = room.includes('.') ? `\`${room}\`` : `\`${room}/\``;
      return `| ${level + 1} | ${path} | ${content} | ${below.join(', ')} |`;
    }),
  );
  return ['| Floor | Room | What is in it | Imports from |', '|---|---|---|---|', ...rows.toReversed(), ''];
}

function renderPicture(floors: House['FLOORS'], imports: Imports): string[] {
  const rooms = floors.flatMap((floor) => Object.keys(floor));
  const id = (room: string) => room.replace(/[./]/, '_');
  const levels = floors
    .map((floor, level) => [
      `  subgraph floor${level + 1}["Floor ${level + 1}"]`,
      ...Object.keys(floor).map((room) => `    ${id(room)}["${room}"]`),
      '  end',
    ])
    .toReversed();
  const arrows = rooms.flatMap((from) =>
    rooms
      .filter((to) => imports.has(`${from} ${to}`) && !hasDetour(from, to, rooms, imports))
      .map((to) => `  ${id(from)} --> ${id(to)}`),
  );
  return ['```mermaid', 'flowchart TB', ...levels.flat(), ...arrows, '```', ''];
}

/** Whether a path through a third room leads from one to the other. */
function hasDetour(from: string, to: string, rooms: readonly string[], imports: Imports): boolean {
  return rooms.some(
    (third) => imports.has(`${from} ${third}`) && third !== to && reaches(third, to, rooms, imports),
  );
}

function reaches(from: string, to: string, rooms: readonly string[], imports: Imports): boolean {
  if (imports.has(`${from} ${to}`)) return true;
  return rooms.some((third) => imports.has(`${from} ${third}`) && reaches(third, to, rooms, imports));
}
