import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginsName, departmentSearchText, foldText, insideName, personSearchText } from './search-text.ts';

const found = (text: string, keyword: string): 'begins' | 'inside' | null =>
  text.includes(beginsName + foldText(keyword)) ? 'begins' : text.includes(insideName + foldText(keyword)) ? 'inside' : null;

test('a name is found as it is written, by its pinyin, its initials and a mixture, from any of its characters', async () => {
  const text = await personSearchText({ realName: '林若溪', accountName: 'emma_clark' });
  for (const keyword of [
    '林',
    '林若',
    '林若溪',
    'linruoxi',
    'LinRuo',
    'lin ruo xi',
    'lrx',
    'linrx',
    'lruoxi',
    'l',
    'ｌｒｘ',
    'emma_',
    'emmac',
  ])
    assert.equal(found(text, keyword), 'begins', keyword);
  for (const keyword of ['若溪', '溪', 'ruoxi', 'rx', 'clark', '_clark', 'x']) assert.equal(found(text, keyword), 'inside', keyword);
  for (const keyword of ['林溪', 'xlr', 'lx', 'ling', '%', 'emma%']) assert.equal(found(text, keyword), null, keyword);
});

test('surnames with several readings are read as surnames, and the same characters in a department are not', async () => {
  const readings = {
    单雄信: 'shanxiongxin',
    曾国藩: 'zengguofan',
    解晓东: 'xiexiaodong',
    仇英: 'qiuying',
    查良镛: 'zhaliangyong',
    盖聂: 'genie',
    区小明: 'ouxiaoming',
    尉迟恭: 'yuchigong',
    长孙无忌: 'zhangsunwuji',
    吕布: 'lvbu',
  };
  for (const [realName, reading] of Object.entries(readings))
    assert.equal((await personSearchText({ realName, accountName: 'x' })).split(/[\n\t]/)[1], reading, realName);
  assert.equal(found(await departmentSearchText('解决方案部'), 'jiejuefangan'), 'begins');
  assert.equal(found(await departmentSearchText('重庆分公司'), 'cqfgs'), 'begins');
});

test('a very long name stays small, and a name without any letter is still found', async () => {
  const long = await departmentSearchText('研发中心平台架构与基础设施可靠性工程组'.repeat(6));
  assert.ok(long.length < 12_000, String(long.length));
  assert.equal(found(long, '平台架构'), 'inside');
  const emoji = await personSearchText({ realName: '👩‍💻🚀', accountName: 'user_1' });
  assert.equal(found(emoji, '👩‍💻'), 'begins');
  assert.equal(found(emoji, '🚀'), 'inside');
});
