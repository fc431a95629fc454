import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls, encodeName, failures, limits } from '@alcove/contract';
import { checkFields, freshBytes, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let person: Person;
before(async () => {
  company = await openCompany();
  person = await company.person();
});
after(() => company.close());

test('several small files are checked in one call and saved in another, each with an answer of its own', async () => {
  const bytes = [freshBytes(100), freshBytes(200), freshBytes(300)];
  const names = ['甲.txt', '乙 📄.txt', 'bad/name.txt'];
  const parentId = person.rootId;
  const checks = await person.call(calls.upload.checkUploads, {
    items: bytes.map((content, index) => checkFields(content, { name: names[index]!, parentId })),
  });
  assert.deepEqual(
    checks.map((check) => check.done && check.data.uploadflag),
    ['3', '3', '4'],
  );
  const uploads = await Promise.all(
    checks.slice(0, 2).map(async (check, index) => {
      assert.ok(check.done && check.data.uploadflag === '3');
      const upload = new Upload(person, bytes[index]!, { name: names[index]!, parentId }, check.data);
      await upload.put();
      return upload;
    }),
  );
  const [first, second] = uploads.map((upload) => upload.saveFields());
  const saved = await person.call(calls.upload.uploads, { items: [first!, { ...second!, fName: encodeName('另一个.txt') }, first!] });
  assert.deepEqual(
    saved.map((answer) => (answer.done ? answer.data.instanceName : answer.errcode)),
    ['甲.txt', failures.UPLOAD_STEP_WRONG.errcode, '甲.txt'],
  );
  const [again] = await person.call(calls.upload.uploads, { items: [second!] });
  assert.ok(again?.done && again.data.instanceName === '乙 📄.txt');
  assert.deepEqual((await person.names()).sort(), ['乙 📄.txt', '甲.txt'].sort());
});

test("another person's folder does not exist in any of several either, and nothing is reserved there", async () => {
  const other = await company.person();
  const [check] = await person.call(calls.upload.checkUploads, {
    items: [checkFields(freshBytes(50), { name: 'a.txt', parentId: other.rootId })],
  });
  assert.ok(check && !check.done && check.errcode === failures.FILE_NOT_FOUND.errcode);
  assert.deepEqual(await other.names(), []);
});

test('a call has at most so many', async () => {
  const items = Array.from({ length: limits.uploadsPerCall + 1 }, () =>
    checkFields(freshBytes(10), { name: 'a.txt', parentId: person.rootId }),
  );
  await assert.rejects(person.call(calls.upload.checkUploads, { items }), refused('TOO_MANY_ITEMS'));
});
