import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallCosts } from './call-costs.ts';

test('what is used while several calls are under way is divided among them, and what is used while none is belongs to nobody', () => {
  const used = { processorMs: 100, statementMs: 1000 };
  const costs = new CallCosts(() => ({ ...used }));
  const works = (processorMs: number): void => {
    used.processorMs += processorMs;
    used.statementMs += processorMs * 10;
  };
  works(7);
  const first = costs.begin();
  works(2);
  const second = costs.begin();
  works(4);
  assert.deepEqual(costs.end(first), { processorMs: 2 + 4 / 2, statementMs: 40 });
  works(1);
  assert.deepEqual(costs.end(second), { processorMs: 4 / 2 + 1, statementMs: 30 });
  works(5);
  const alone = costs.begin();
  works(3);
  assert.deepEqual(costs.end(alone), { processorMs: 3, statementMs: 30 });
});
