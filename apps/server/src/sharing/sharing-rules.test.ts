import assert from 'node:assert/strict';
import { test } from 'node:test';
import { departmentsMeant, placesOf } from './list-columns.ts';
import { endFits, endWith, roleOfWord, roleWord } from './sharing-rules.ts';

const [one, two, three] = [1, 2, 3].map((day) => new Date(Date.UTC(2030, 0, day)));
test('what ended with the share follows it, an end of its own stays, nothing outlasts the share', () => {
  const cases: [own: Date | null, before: Date | null, after: Date | null, is: Date | null][] = [
    [null, null, two!, two!],
    [two!, two!, null, null],
    [two!, two!, three!, three!],
    [one!, two!, null, one!],
    [one!, null, two!, one!],
    [three!, null, two!, two!],
    [one!, one!, one!, one!],
    [null, null, null, null],
    [null, two!, one!, one!],
  ];
  for (const [own, before, after, is] of cases) assert.equal(endWith(own, { before, after })?.getTime(), is?.getTime());
});

test('an end lies ahead, and not behind that of the share', () => {
  const now = two!;
  assert.deepEqual(
    [
      endFits(null, { now, most: null }),
      endFits(one!, { now, most: null }),
      endFits(two!, { now, most: null }),
      endFits(three!, { now, most: null }),
    ],
    [true, false, false, true],
  );
  assert.deepEqual([endFits(three!, { now, most: three! }), endFits(three!, { now: one!, most: two! })], [true, false]);
});

test('levels are known by their words in both languages, and by nothing else', () => {
  for (const level of ['viewOnly', 'download', 'edit', 'manager'] as const)
    for (const language of ['zh-CN', 'en-US'] as const) assert.equal(roleOfWord(` ${roleWord(level, language).toUpperCase()} `), level);
  for (const word of ['', '所有者', 'Owner', 'all', '编辑者们', 'constructor']) assert.equal(roleOfWord(word), null, word);
});

test('the head is known in either language and order; without people there is none', () => {
  assert.deepEqual(placesOf(['权限', '姓名', '备注', '账号']), { account: 3, name: 1, role: 0 });
  assert.deepEqual(placesOf([' ACCOUNT ', 'Department']), { account: 0, department: 1 });
  assert.equal(placesOf(['部门', '权限']), null);
  assert.equal(placesOf([]), null);
});

test('a department is meant by its name or the end of its path', () => {
  const path = ['云阁科技', '研发中心', '平台组'];
  for (const written of ['平台组', '研发中心/平台组', ' 云阁科技 / 研发中心 / 平台组 ', '研发中心>平台组'])
    assert.ok(departmentsMeant(written)(path), written);
  for (const written of ['研发中心', '云阁科技/平台组', '/', '平台', '集团/云阁科技/研发中心/平台组'])
    assert.ok(!departmentsMeant(written)(path), written);
});
