import { z } from 'zod';
import type { Manifest } from './helm.ts';

const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()),
  env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
  securityContext: z.looseObject({}),
  resources: z.looseObject({ limits: z.record(z.string(), z.string()) }),
});
const PodSpec = z.looseObject({
  automountServiceAccountToken: z.boolean(),
  securityContext: z.looseObject({}),
  terminationGracePeriodSeconds: z.int().optional(),
  containers: z.tuple([Container]),
  volumes: z.array(z.looseObject({ name: z.string() })),
});
const Template = z.looseObject({ template: z.looseObject({ spec: PodSpec }) });
const Templates = {
  Deployment: Template.transform(({ template }) => template.spec),
  Job: Template.transform(({ template }) => template.spec),
  CronJob: z
    .looseObject({ jobTemplate: z.looseObject({ spec: Template }) })
    .transform(({ jobTemplate }) => jobTemplate.spec.template.spec),
};
export type PodSpec = z.output<typeof PodSpec>;

/** The pods that the objects of a chart run, by the name of the object. */
export function podsOf(objects: readonly Manifest[]): Map<string, PodSpec> {
  return new Map(
    objects.flatMap(({ kind, metadata, spec }): [string, PodSpec][] =>
      kind === 'Deployment' || kind === 'Job' || kind === 'CronJob'
        ? [[metadata.name, Templates[kind].parse(spec)]]
        : [],
    ),
  );
}

/** The settings of a pod by name; a secret counts under its own name, not as a file. */
export function settingsOf(pod: PodSpec): Map<string, string> {
  return new Map(
    pod.containers[0].env.map(({ name, value }) => [
      name === 'GATEWAYS_FILE' ? name : name.replace(/_FILE$/, ''),
      value ?? '',
    ]),
  );
}
