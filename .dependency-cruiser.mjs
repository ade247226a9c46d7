/**
 * The house: which room is on which floor, and the rules for imports. `npm run check` checks every import
 * and `npm run docs` draws it (docs/house.md).
 */

/** From the bottom. A room imports only itself and rooms of lower floors, and no other room of its floor. */
export const FLOORS = [
  {
    domain: 'pure rules, by subject',
    clients: 'client packages for users of the API, one folder per language',
  },
  {
    config: 'settings that processes read from their environment',
    contract: "the API's resources and errors as zod schemas",
    adapters: 'one folder per gateway protocol, with its simulator',
    db: 'migrations and SQL, by subject',
  },
  { console: 'the web application, which browsers run' },
  { services: 'use cases without HTTP and without Temporal' },
  { activities: 'what workflows run' },
  { workflows: 'Temporal workflows: what waits' },
  { observability: 'logs, metrics and traces, wrapped around parts' },
  { api: 'process 1: HTTP', worker: 'process 2: relay and Temporal workers' },
  { cli: "the operators' command", tools: 'bring-up, demo, benchmarks, generated docs' },
  { deploy: 'what images need', 'docs/examples': 'files that readers copy' },
  { test: 'tests and their fixtures' },
];

const ROOMS = FLOORS.flatMap((floor, level) => Object.keys(floor).map((room) => ({ room, level })));

const CONFIGS = '^(vitest\\.config\\.ts|\\.dependency-cruiser\\.mjs)$';

/** A pattern for the files of rooms. */
const inRooms = (rooms) => `^(${rooms.map((room) => room.replace('.', '\\.')).join('|')})(/|$)`;

/** Node's modules, and packages by name. */
const node = (...names) => `^(node:)?(${names.join('|')})$`;
const packages = (...names) => `node_modules/(${names.join('|')})(/|$)`;

const down = ROOMS.map(({ room, level }) => ({
  name: `floors: ${room}`,
  comment: `${room} imports only from floors below its own. Move what both need to a lower floor, or pass it in as an argument.`,
  severity: 'error',
  from: { path: inRooms([room]) },
  to: {
    path: inRooms(
      ROOMS.filter((other) => other.level >= level && other.room !== room).map((other) => other.room),
    ),
  },
}));

const forbidden = [
  ...down,
  {
    name: 'no cycles',
    comment:
      'These files import each other in a circle. Move the type or function that closes it to a separate file.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every file has a room',
    comment: 'This file is in no room. Put it in one, or add its folder to FLOORS.',
    severity: 'error',
    from: { pathNot: [inRooms(ROOMS.map(({ room }) => room)), CONFIGS] },
    to: {},
  },
  {
    name: 'every import is found',
    comment: 'This import leads nowhere. Correct its path, or install the package.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'the domain is pure',
    comment:
      'domain imports only domain; domain/crypto also node:crypto and node:zlib. Do I/O in services and pass the result in.',
    severity: 'error',
    from: { path: '^domain/' },
    to: { pathNot: ['^domain/', node('crypto', 'zlib')] },
  },
  {
    name: 'the domain is pure outside crypto',
    comment: 'Only domain/crypto may use node:crypto and node:zlib. Put the function there.',
    severity: 'error',
    from: { path: '^domain/', pathNot: '^domain/crypto/' },
    to: { path: node('crypto', 'zlib') },
  },
  {
    name: 'the client stands alone',
    comment:
      'The package has no dependencies, so it imports only itself and a few modules of Node. Copy the few lines you need.',
    severity: 'error',
    from: { path: '^clients/typescript/src/' },
    to: { pathNot: ['^clients/typescript/src/', node('crypto', 'fs', 'fs/promises', 'stream/promises')] },
  },
  {
    name: 'the command needs only the client',
    comment:
      'The command is built into one file, so it imports only itself, the client, Node and the MCP packages. Copy the few lines you need.',
    severity: 'error',
    from: { path: '^clients/typescript/command/' },
    to: {
      pathNot: ['^clients/typescript/(command|src)/', packages('@modelcontextprotocol', 'zod')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'the console knows only the contract',
    comment: 'Of this repository it imports only the types of clients/typescript/src/types.ts.',
    severity: 'error',
    from: { path: '^console/' },
    to: { pathNot: ['^console/', '^clients/typescript/src/types\\.ts$', 'node_modules/'] },
  },
  {
    name: 'the contract is data',
    comment:
      'contract imports only zod and domain: both ends of the wire agree on it. Do the work in services or api.',
    severity: 'error',
    from: { path: '^contract/' },
    to: { pathNot: ['^(contract|domain)/', packages('zod')] },
  },
  {
    name: 'workflows are deterministic',
    comment:
      'workflows import only Temporal, domain (not domain/crypto) and the types of activities. Do everything else in an activity.',
    severity: 'error',
    from: { path: '^workflows/' },
    to: {
      path: '.',
      pathNot: [
        '^(workflows|activities)/',
        '^domain/(?!crypto/)',
        packages('@temporalio/workflow', '@temporalio/common'),
      ],
    },
  },
  {
    name: 'workflows import types of activities',
    comment: 'A value from activities would pull I/O into the workflow bundle. Use `import type`.',
    severity: 'error',
    from: { path: '^workflows/' },
    to: { path: '^activities/', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'an adapter and its simulator share no code',
    comment:
      'A shared mistake would not be noticed. Write the code twice: in the adapter and in its simulator.',
    severity: 'error',
    from: { path: '^adapters/', pathNot: '^adapters/([^/]+/simulator|simulation)/' },
    to: { path: '^adapters/([^/]+/simulator|simulation)/' },
  },
  {
    name: 'a simulator imports only simulators',
    comment:
      'A simulator knows its own folder and adapters/simulation. Write again what it needs from the adapter.',
    severity: 'error',
    from: { path: '^adapters/([^/]+/simulator|simulation)/' },
    to: { dependencyTypes: ['local'], pathNot: '^adapters/([^/]+/simulator|simulation)/' },
  },
  {
    name: 'a protocol knows no other',
    comment:
      'A protocol imports only its own folder and what all protocols share (adapters/*.ts). Move shared code there.',
    severity: 'error',
    from: { path: '^adapters/([^/]+)/' },
    to: { path: '^adapters/[^/]+/', pathNot: '^adapters/($1|simulation)/' },
  },
  {
    name: 'adapters speak HTTP only',
    comment:
      'An adapter uses zod, undici and fast-xml-parser; its simulator also fastify and pino. Pass anything else in.',
    severity: 'error',
    from: { path: '^adapters/' },
    to: {
      path: 'node_modules/',
      pathNot: packages('zod', 'undici', 'fast-xml-parser', 'fastify', 'pino', '@types/node'),
    },
  },
  {
    name: 'db is SQL',
    comment: 'db uses pg and its helpers and nothing else. Decide in domain, combine in services.',
    severity: 'error',
    from: { path: '^db/' },
    to: {
      path: 'node_modules/',
      pathNot: packages(
        'pg',
        '@types/pg',
        'pg-copy-streams',
        '@types/pg-copy-streams',
        'node-pg-migrate',
        '@types/node',
      ),
    },
  },
  {
    name: 'services know no transport',
    comment:
      'services run without HTTP and without Temporal. Put a route into api and a workflow call into worker, and pass them in.',
    severity: 'error',
    // Asks for one thing only: which workflows run.
    from: { path: '^services/', pathNot: '^services/invariants/temporal\\.ts$' },
    to: { path: packages('fastify', '@fastify', '@temporalio') },
  },
  {
    name: 'the API starts no workflow',
    comment:
      'No client waits for Temporal: write an outbox row, and the relay starts the workflow. Of workflows, api may use names.ts.',
    severity: 'error',
    from: { path: '^api/' },
    to: { path: ['^activities/', '^workflows/(?!names\\.ts$)', packages('@temporalio')] },
  },
  {
    name: 'production needs no tools',
    comment: 'deploy is shipped and tools are not. Move what it needs into the room that owns it.',
    severity: 'error',
    from: { path: '^deploy/' },
    to: { path: '^tools/' },
  },
  {
    name: 'production needs no development packages',
    comment: 'Images are built without devDependencies. Move the package to dependencies in package.json.',
    severity: 'error',
    from: {
      pathNot:
        '^(tools|test|docs/examples|clients|console)/|^(vitest\\.config\\.ts|\\.dependency-cruiser\\.mjs)$',
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  },
];

export default {
  forbidden,
  options: {
    // The TypeScript 7 compiler has no API to parse with; swc sees type imports as well.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: {
      path: '^(\\.bundlewire|tools/docs/site/\\.vitepress/\\.temp|coverage|dist|clients/typescript/dist|deploy/secrets|api/device-page|test/long/generators/[^/]+)/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.json', '.d.ts'],
    },
  },
};
