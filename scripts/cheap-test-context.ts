/**
 * Spares the tests the asynchronous hooks of node:test. It uses them to learn which test an error belongs to that nobody caught, and they
 * are called for each promise: an `await` then costs some 25 times as much. An AsyncLocalStorage tells the same. This module must run
 * before node:test is loaded for the first time.
 */
import asyncHooks, { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { HookCallbacks } from 'node:async_hooks';

type Work = (...args: unknown[]) => unknown;
const hooks = asyncHooks as { createHook: typeof asyncHooks.createHook; executionAsyncId: () => number };
const scope = AsyncResource.prototype as { runInAsyncScope(this: AsyncResource, work: Work, self: unknown, ...args: unknown[]): unknown };
const { createHook, executionAsyncId } = hooks;
const { runInAsyncScope } = scope;

const current = new AsyncLocalStorage<AsyncResource>();
let harness: HookCallbacks | null = null;

hooks.createHook = (callbacks) => {
  [harness, hooks.createHook] = [callbacks, createHook];
  return createHook({});
};
hooks.executionAsyncId = () => current.getStore()?.asyncId() ?? executionAsyncId();
/** node:test runs each test, suite and hook in a scope of its own. */
scope.runInAsyncScope = function runTest(work, self, ...args) {
  if (!harness?.init || !/^(Test|Suite|TestHook)$/.test(this.constructor.name)) return runInAsyncScope.call(this, work, self, ...args);
  harness.init(this.asyncId(), this.constructor.name, 0, this);
  return runInAsyncScope.call(this, () => current.run(this, () => work.apply(self, args)), self);
};
