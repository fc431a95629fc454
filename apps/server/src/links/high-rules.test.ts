import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import { wouldGoOut } from './high-rules.ts';
import type { Exposure } from './high-rules.ts';

const [one, other] = ['one', 'other'] as InstanceId[];
const at = (above: Sensitivity, ...linked: (InstanceId | undefined)[]): Exposure => ({
  sensitivity: { own: 'normal', above },
  linked: linked.map((id) => id!),
});

const cases: [string, Exposure, Parameters<typeof wouldGoOut>[1], boolean][] = [
  ['into what nobody shares', at('high'), { own: 'high', holdsHigh: true, from: null }, false],
  ['what is harmless', at('normal', one), { own: 'internal', holdsHigh: false, from: null }, false],
  ['what is high', at('normal', one), { own: 'high', holdsHigh: false, from: null }, true],
  ['a folder that holds it', at('normal', one), { own: 'normal', holdsHigh: true, from: null }, true],
  ['what is high, within the link', at('normal', one), { own: 'high', holdsHigh: false, from: at('normal', one) }, true],
  ['something new that becomes high there', at('high', one), { own: 'normal', holdsHigh: false, from: null }, true],
  ['what becomes high under another link', at('high', one, other), { own: 'normal', holdsHigh: false, from: at('high', one) }, true],
  ['what is under the same links already', at('high', one), { own: 'normal', holdsHigh: false, from: at('high', one, other) }, false],
];
for (const [what, into, arriving, goesOut] of cases)
  test(`highly sensitive content that comes into a shared folder: ${what}`, () => assert.equal(wouldGoOut(into, arriving), goesOut));
