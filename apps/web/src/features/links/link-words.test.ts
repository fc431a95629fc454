import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { setTexts } from '../../i18n/index.ts';
import { leftText, stepAt, timeLeft } from './link-words.ts';
import { links } from './texts.zh-CN.ts';

before(() => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  setTexts('zh-CN', { links });
});

const now = Date.parse('2026-11-25T00:00:00.000Z');
const inHours = (hours: number) => ({ expireTime: new Date(now + hours * 3_600_000).toISOString() });

test('hours are told while they matter, and less than two days are marked', () => {
  assert.deepEqual(timeLeft(inHours(0.5), now), { text: '30 分钟', soon: true });
  assert.deepEqual(timeLeft(inHours(13), now), { text: '13 小时', soon: true });
  assert.deepEqual(timeLeft(inHours(37), now), { text: '1 天 13 小时', soon: true });
  assert.deepEqual(timeLeft(inHours(48), now), { text: '2 天', soon: false });
  assert.deepEqual(timeLeft(inHours(126), now), { text: '5 天 6 小时', soon: false });
  assert.deepEqual(timeLeft(inHours(24 * 24 + 5), now), { text: '24 天', soon: false });
  assert.deepEqual(timeLeft(inHours(24 * 75), now), { text: '2 个月', soon: false });
});

test('a link without an end lasts as long as its creator works here', () => {
  assert.equal(leftText({ expireTime: null }, now), '在职期间');
  assert.equal(leftText(inHours(24 * 12), now), '剩余 12 天');
});

test('the list tells the step that is under way, or the one that comes next', () => {
  const passed = { step: 'scan', state: 'passed' } as const;
  const waits = { step: 'review', state: 'waiting' } as const;
  assert.equal(stepAt([passed, { step: 'permission', state: 'running' }, waits])?.step, 'permission');
  assert.equal(stepAt([passed, { step: 'permission', state: 'skipped' }, waits])?.step, 'review');
});
