/** What the content rules refuse does not come into a folder that is shared outside, as far as that is known when it is uploaded. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { calls, encodeName, failures, uploadFlags } from '@alcove/contract';
import type { DlpKind, InstanceId } from '@alcove/contract';
import { checkFields, freshBytes, instantFields, openCompany, refused, Upload } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';
import { links, officerOf, releaseIn, until } from './outbound.test-support.ts';
import type { MadeLink, Officer } from './outbound.test-support.ts';

const { upload, instance } = calls;
let company: Company;
let officer: Officer;
let owner: Person;
let out: InstanceId;
let link: MadeLink;
before(async () => {
  company = await openCompany();
  officer = await officerOf(company);
});
after(() => company.close());
beforeEach(async () => {
  owner = await company.person({ quotaBytes: 1_000_000 });
  out = (await owner.folder('对外')).instanceId;
  link = await links(company, owner, out);
});
afterEach(() => officer.noRules());

const check = (name: string, { parentId = out, bytes = freshBytes(200) }: { parentId?: InstanceId; bytes?: Buffer<ArrayBuffer> } = {}) =>
  owner.call(upload.checkUploadAble, checkFields(bytes, { name, parentId }));
const reserved = async () => (await company.database.selectFrom('space').select('reserved_bytes').where('owner_id', '=', owner.userId).executeTakeFirstOrThrow()).reserved_bytes; // prettier-ignore

const refusing: [DlpKind, string, string][] = [
  ['suffix', 'dwg', 'a.DWG'],
  ['size', '200', 'a.txt'],
  ['keyword', '机密', '机密.txt'],
  ['pattern', '^draft', 'Draft 1.txt'],
  ['sensitivity', 'internal', 'a.txt'],
];
for (const [kind, value, name] of refusing)
  test(`a rule of the kind ${kind} refuses an upload to what is shared, at any depth, and nowhere else`, async () => {
    const inner = (await owner.folder('里面', out)).instanceId;
    await officer.rules(kind, value, 'refuse');
    if (kind === 'sensitivity') await owner.call(instance.setSensitivity, { instanceId: out, sensitivity: 'internal' });
    for (const parentId of [out, inner]) {
      const answer = await check(name, { parentId });
      assert.ok(answer.uploadflag === uploadFlags.refused);
      assert.deepEqual([answer.errcode, answer.errmsg], [110008, failures.UPLOAD_REFUSED['en-US']]);
    }
    assert.equal((await check(name, { parentId: owner.rootId })).uploadflag, uploadFlags.upload);
    await owner.call(calls.link.remove, { linkPaths: [link.linkPath] });
    assert.equal((await check(name)).uploadflag, uploadFlags.upload);
    // A link that only collects gives nothing out.
    await links(company, owner, inner, { permissions: ['upload'] });
    assert.equal((await check(name, { parentId: inner })).uploadflag, uploadFlags.upload);
  });

test('a rule that came after the check refuses the save, and the reserved storage is free again', async () => {
  const going = await Upload.begin(owner, freshBytes(200), { name: 'a.dwg', parentId: out });
  await going.deliver();
  await officer.rules('suffix', 'dwg', 'refuse');
  await assert.rejects(going.save(), refused('UPLOAD_REFUSED'));
  assert.deepEqual(await owner.names(out), []);
  assert.equal(await reserved(), 0);
});

test('instant transfer and a new version are refused as well', async () => {
  const bytes = freshBytes(300);
  await owner.uploads(bytes, 'a.bin', owner.rootId);
  await owner.uploads(freshBytes(10), 'old.dwg', out);
  await company.verified();
  const offer = await check('b.dwg', { bytes });
  assert.ok(offer.uploadflag === uploadFlags.known);
  await officer.rules('suffix', 'dwg', 'refuse');
  await assert.rejects(
    owner.call(upload.secondUpload, instantFields(offer, bytes, { name: 'b.dwg', parentId: out })),
    refused('UPLOAD_REFUSED'),
  );
  const version = await owner.call(upload.checkUploadAble, checkFields(freshBytes(20), { name: 'old.dwg', parentId: out, onConflict: 'version' })); // prettier-ignore
  assert.equal(version.uploadflag, uploadFlags.refused);
  assert.deepEqual(await owner.names(out), ['old.dwg']);
});

test('what only the text tells comes in, and is not given to visitors before and after it was read', async () => {
  await officer.rules('keyword', '机密', 'refuse');
  const { instanceId } = await owner.uploads('里面是机密', 'a.txt', out);
  assert.equal(await releaseIn(company.database, link, instanceId), 'verifying');
  await until(
    () => releaseIn(company.database, link, instanceId),
    (is) => is === 'refused',
  );
  await owner.call(instance.rename, { instanceId, fileName: encodeName('b.txt') });
  assert.equal(await releaseIn(company.database, link, instanceId), 'refused');
});
