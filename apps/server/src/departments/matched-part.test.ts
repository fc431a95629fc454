import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldText, unitsOf } from '../search-text.ts';
import { matchedPart } from './matched-part.ts';

const part = async (name: string, keyword: string): Promise<string | null> => {
  const found = matchedPart(await unitsOf(name, 'person'), foldText(keyword));
  return found && name.slice(...found);
};

test('the matched part is what the keyword stands for', async () => {
  const cases: [string, string, string | null][] = [
    ['林若溪', '若', '若'],
    ['林若溪', 'lr', '林若'],
    ['林若溪', 'linrx', '林若溪'],
    ['林若溪', 'rx', '若溪'],
    ['林若溪', '林rx', '林若溪'],
    ['林若溪', 'wang', null],
    ['John Smith', 'johns', 'John S'],
    ['John Smith', 'js', 'John Smith'.slice(0, 6)],
    ['emma_clark', 'lark', 'lark'],
    ['emma_clark', '_', '_'],
    ['𠮷田🚀', '🚀', '🚀'],
    ['100%纯_度', '0%纯', null],
    ['100%纯_度', '%纯', '%纯'],
    ['I ❤️ U', '❤', '❤'],
    ['单雄信', 'shan', '单'],
  ];
  for (const [name, keyword, expected] of cases) assert.equal(await part(name, keyword), expected, `${name} / ${keyword}`);
});

test('a keyword that almost fits in countless ways comes to an end', async () => {
  assert.equal(await part('aaaa '.repeat(40), `${'a'.repeat(120)}b`), null);
});

test('the steps that a keyword fails from are not tried anew from each word before them', async () => {
  const units = await unitsOf('aaa '.repeat(32), 'person');
  const before = process.cpuUsage();
  for (let times = 0; times < 100; times += 1) assert.equal(matchedPart(units, `${'a'.repeat(127)}b`), null);
  const { user } = process.cpuUsage(before);
  assert.ok(user < 500_000, `${user / 1000} ms for a hundred names`);
});
