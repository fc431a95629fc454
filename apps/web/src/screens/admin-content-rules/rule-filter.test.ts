import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DlpRule } from '@alcove/contract';
import { pageOfRules, readRuleFilter, writeRuleFilter } from './rule-filter.ts';

const rule = (name: string, fields: Partial<DlpRule> = {}): DlpRule => ({
  ruleId: name,
  name,
  kind: 'keyword',
  value: '合同',
  action: 'review',
  enabled: true,
  updateTime: '2026-11-01T00:00:00Z',
  ...fields,
});
const rules = [
  rule('安装包', { kind: 'suffix', value: 'exe, msi', action: 'refuse' }),
  rule('大文件', { kind: 'size', value: '1048576', enabled: false, updateTime: '2026-11-03T00:00:00Z' }),
  rule('合同'),
];
const names = (address: string): string[] => pageOfRules(rules, readRuleFilter(new URLSearchParams(address))).items.map(({ name }) => name);

test('the list narrows by what is asked for, and its order turns round', () => {
  assert.deepEqual(names(''), ['安装包', '大文件', '合同']);
  assert.deepEqual(names('order=desc'), ['合同', '大文件', '安装包']);
  assert.deepEqual(names('sort=updateTime&order=desc')[0], '大文件');
  assert.deepEqual([names('action=refuse'), names('kind=keyword'), names('state=off')], [['安装包'], ['合同'], ['大文件']]);
  assert.deepEqual([names('keyword=ＭＳＩ'), names('keyword=1048')], [['安装包'], []]);
});

test('a page holds its part, and the whole is counted', () => {
  const many = Array.from({ length: 25 }, (_, n) => rule(`${n}`));
  const { items, total } = pageOfRules(many, readRuleFilter(new URLSearchParams('page=3&size=10')));
  assert.deepEqual([items.map(({ name }) => name), total], [['20', '21', '22', '23', '24'], 25]);
});

test('the address gives back the list that it was written from; what nobody could have chosen counts as absent', () => {
  const address = 'page=2&kind=size&action=refuse&state=off&keyword=a';
  assert.deepEqual(
    readRuleFilter(writeRuleFilter(readRuleFilter(new URLSearchParams(address)))),
    readRuleFilter(new URLSearchParams(address)),
  );
  assert.equal(writeRuleFilter(readRuleFilter(new URLSearchParams('kind=x&action=y&state=z&page=0'))).toString(), '');
});
