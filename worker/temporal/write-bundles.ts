import { BUNDLE_KINDS, writeWorkflowBundles } from './workflow-bundle.ts';

// node worker/temporal/write-bundles.ts [FOLDER [KIND…]]: bundles the workflow code into the worker's WORKFLOW_BUNDLES.
const [folder = 'workflow-bundles', ...names] = process.argv.slice(2);
const kinds = BUNDLE_KINDS.filter((kind) => names.length === 0 || names.includes(kind));
await writeWorkflowBundles(folder, kinds);
