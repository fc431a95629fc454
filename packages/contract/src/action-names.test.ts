import assert from 'node:assert/strict';
import { test } from 'node:test';
import { actionGroups, actionNames } from './action-names.ts';
import { allCalls, languages } from './index.ts';

const grouped = actionGroups.flatMap(({ actions }) => actions);
const repeated = (texts: readonly string[]): string[] => texts.filter((text, index) => texts.indexOf(text) !== index);

test('every call has a name, because a refusal of any call is logged under it', () => {
  assert.deepEqual(
    allCalls.map(({ name }) => name).filter((name) => !(name in actionNames)),
    [],
  );
});

test('no name is left of a call that is gone', () => {
  const names = new Set(allCalls.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(actionNames).filter((action) => !action.startsWith('system.') && !names.has(action)),
    [],
  );
});

test('every action is in one group', () => {
  assert.deepEqual(repeated(grouped), []);
  assert.deepEqual([...grouped].sort(), Object.keys(actionNames).sort());
  assert.deepEqual(repeated(actionGroups.map(({ id }) => id)), []);
});

test('no two actions and no two groups can be taken for each other', () => {
  for (const language of languages) {
    assert.deepEqual(repeated(Object.values(actionNames).map((names) => names[language])), []);
    assert.deepEqual(repeated(actionGroups.map(({ names }) => names[language])), []);
  }
});

test('names are written as the texts of the pages are', () => {
  const all = [...Object.values(actionNames), ...actionGroups.map(({ names }) => names)];
  for (const names of all) {
    assert.match(names['zh-CN'], /^\p{Script=Han}/u);
    assert.doesNotMatch(names['zh-CN'], /[,.'"()]|\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u);
    assert.match(names['en-US'], /^[A-Z][A-Za-z’ ,-]+$/);
  }
});
