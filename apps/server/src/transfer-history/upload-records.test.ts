import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import type { InstantTicket } from '@alcove/contract';
import { checkFields, freshBytes, instantFields, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

const finishedOf = async (person: Person) => (await person.call(calls.transfer.page, { page: 1, pageSize: 20 })).items;
type Where = { parentId: string; onConflict?: 'fail' | 'rename' | 'version' };
const delivered = async (person: Person, name: string, where: Where = { parentId: person.rootId }) =>
  (await Upload.begin(person, freshBytes(2000), { name, ...where })).deliver();

test('a save that is asked for again, one after the other or at once, is recorded once, where its file lies', async () => {
  const person = await company.person();
  const outer = await person.folder('项目');
  const inner = await person.folder('合同', outer.instanceId);
  const upload = await delivered(person, '甲方.docx', { parentId: inner.instanceId });
  const save = () => upload.save({ spaceName: '个人文件' });
  const [file] = await Promise.all([save(), save(), save()]);
  await save();
  const [record, ...others] = await finishedOf(person);
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...record, id: '', finishedTime: '' },
    {
      id: '',
      filename: '甲方.docx',
      fileSize: 2000,
      transferType: 'upload',
      parentNames: ['个人文件', '项目', '合同'],
      parentId: inner.instanceId,
      fileId: file!.instanceId,
      finishedTime: '',
    },
  );
});

test('a list that was cleared stays empty when an earlier save is asked for again', async () => {
  const person = await company.person();
  const upload = await delivered(person, 'early.txt');
  await upload.save();
  await person.call(calls.transfer.clear, {});
  await upload.save();
  assert.deepEqual(await finishedOf(person), []);
});

test('a save that is refused leaves no record', async () => {
  const person = await company.person();
  const late = await delivered(person, 'taken.txt');
  await person.uploads('first', 'taken.txt');
  await assert.rejects(late.save(), refused('NAME_TAKEN'));
  assert.deepEqual(
    (await finishedOf(person)).map(({ fileSize }) => fileSize),
    [5],
  );
});

test('a numbered name and a new version are recorded as what they became', async () => {
  const person = await company.person();
  const first = await person.uploads('first', 'Plan.txt');
  const numbered = await delivered(person, 'plan.txt', { parentId: person.rootId, onConflict: 'rename' });
  const version = await delivered(person, 'plan.txt', { parentId: person.rootId, onConflict: 'version' });
  const saved = [first, await numbered.save(), await version.save()];
  assert.deepEqual(
    (await finishedOf(person)).toReversed().map(({ filename, fileId }) => [filename, fileId]),
    saved.map(({ instanceName, instanceId }) => [instanceName, instanceId]),
  );
  assert.deepEqual(
    saved.map(({ instanceName }) => instanceName),
    ['Plan.txt', 'plan (1).txt', 'Plan.txt'],
  );
});

test('an instant transfer is recorded once, for who proved it', async () => {
  const [owner, other] = [await company.person(), await company.person()];
  const bytes = freshBytes(200_000);
  await owner.uploads(bytes, 'known.bin');
  await company.verified();
  const at = { name: 'instant.bin', parentId: other.rootId };
  for (const conflict of [{}, { onConflict: 'rename' as const }]) {
    const what = { ...at, ...conflict };
    const offer = (await other.call(calls.upload.checkUploadAble, checkFields(bytes, what))) as InstantTicket;
    const fields = { ...instantFields(offer, bytes, what), spaceName: 'Personal files' };
    for (let time = 0; time < 2; time += 1) await other.call(calls.upload.secondUpload, fields);
  }
  assert.deepEqual(
    (await finishedOf(other)).toReversed().map(({ filename, parentNames }) => [filename, ...parentNames]),
    [
      ['instant.bin', 'Personal files'],
      ['instant (1).bin', 'Personal files'],
    ],
  );
  assert.deepEqual(
    (await finishedOf(owner)).map(({ filename }) => filename),
    ['known.bin'],
  );
});
