'use strict';

// The first module of a thread that runs workflow code: it takes away what costs half of such a thread's time, then loads
// the SDK's own entry, whose path it is given. See worker/workflow-threads.ts.
const { promiseHooks } = require('node:v8');
const { Script } = require('node:vm');
const { workerData } = require('node:worker_threads');

const { runInContext } = Script.prototype;

// With a time limit, Node makes a thread of its own for every single call, and waits for its end.
Script.prototype.runInContext = function withoutTimeout(context, options = {}) {
  const { timeout: _, ...rest } = options;
  return runInContext.call(this, context, rest);
};

// The SDK takes a stack trace, through the source map, of every promise of every workflow.
promiseHooks.createHook = () => () => {};

require(workerData.entry);
