import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/**
 * Registers plug-ins under these names. A plug-in without a name would be compared with every module that the process has loaded:
 * https://fastify.dev/docs/latest/Reference/Server/#pluginname
 * @param named in the order in which they are registered
 */
export async function registerAll(
  app: FastifyInstance,
  named: Readonly<Record<string, FastifyPluginAsync>>,
): Promise<void> {
  for (const [name, plugin] of Object.entries(named)) {
    await app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name }));
  }
}
