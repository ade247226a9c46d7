import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/**
 * Registers plugins under these names. A plugin without a name would be compared with every module that the process has loaded:
 * https://fastify.dev/docs/latest/Reference/Server/#pluginname
 * @param plugins in the order in which they are registered
 */
export async function registerAll(
  app: FastifyInstance,
  plugins: Readonly<Record<string, FastifyPluginAsync>>,
): Promise<void> {
  for (const [name, plugin] of Object.entries(plugins)) {
    await app.register(Object.assign(plugin, { [Symbol.for('fastify.display-name')]: name }));
  }
}
