import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { calls, fileRoles } from '@alcove/contract';
import type { FileRole, Instance, Thumbnail } from '@alcove/contract';
import { setGrants } from '../permission/tree.test-support.ts';
import { documentOf, madeBy, wordDocument } from '../renditions/rendition.test-support.ts';
import { ends, member, shares } from '../sharing/sharing.test-support.ts';
import { freshBytes, openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [owner, other]: Person[] = [];
before(async () => {
  company = await openCompany();
  [owner, other] = [await company.person(), await company.person()];
});
after(() => company.close());

const picture = async (background: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(
    await sharp({ create: { width: 900, height: 600, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  );
const ask = async (of: Person, instanceId: string, fileSharingId?: string): Promise<Thumbnail | null> =>
  (await of.call(calls.download.thumbnails, { instanceIds: [instanceId], ...(fileSharingId !== undefined && { fileSharingId }) }))[
    instanceId
  ]!;
/** Waits until the thumbnail is ready, and returns its URL. Null if the file has none. */
async function made(of: Person, instanceId: string, fileSharingId?: string): Promise<string | null> {
  for (;;) {
    const thumbnail = await ask(of, instanceId, fileSharingId);
    if (thumbnail === null) return null;
    if ('url' in thumbnail) return thumbnail.url;
    await sleep(100);
  }
}
async function drawn(of: Person, { instanceId }: Instance): Promise<[type: string | null, width: number, height: number] | null> {
  const url = await made(of, instanceId);
  if (url === null) return null;
  const answer = await fetch(url);
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return [answer.headers.get('content-type'), width, height];
}
const film = (seconds: number): Promise<Buffer<ArrayBuffer>> =>
  madeBy(
    'ffmpeg',
    ['-v', 'error', '-f', 'lavfi', '-i', `testsrc=size=640x360:rate=10:duration=${seconds}`, '-c:v', 'mpeg4', 'output.mkv'],
    'output.mkv',
  );

test('pictures, PDFs and films have one; a document once it was opened; what is broken or of no such kind has none', async () => {
  const [long, short] = [await film(2), await film(0.4)];
  const document = await owner!.uploads(wordDocument(['目录']), '目录.docx');
  assert.deepEqual(await drawn(owner!, await owner!.uploads(await picture('#a33'), '照片.jpg')), ['image/webp', 256, 171]);
  const [type, , height] = (await drawn(owner!, await owner!.uploads(documentOf('one-page.pdf'), '合同.pdf')))!;
  assert.deepEqual([type, height], ['image/jpeg', 256]);
  assert.deepEqual(await drawn(owner!, await owner!.uploads(long, '录像.mkv')), ['image/webp', 256, 144]);
  assert.deepEqual(await drawn(owner!, await owner!.uploads(short, '短片.mkv')), ['image/webp', 256, 144]);
  assert.equal(await ask(owner!, document.instanceId), null);
  await owner!.looksAt(document.instanceId);
  assert.deepEqual((await drawn(owner!, document))?.slice(0, 1), ['image/jpeg']);
  for (const name of ['坏.jpg', '坏.mp4', '坏.pdf', '说明.txt'])
    assert.equal(await drawn(owner!, await owner!.uploads(freshBytes(2000), name)), null, name);
  assert.equal(await drawn(owner!, await owner!.folder('照片.jpg 的文件夹')), null);
  assert.deepEqual(company.troubles, []);
});

test('a film of which only its two ends are read has one too', async () => {
  const start = await film(2);
  const hole = Buffer.alloc(65 * 2 ** 20);
  start.copy(hole);
  assert.deepEqual(await drawn(owner!, await owner!.uploads(hole, '长片.mkv')), ['image/webp', 256, 144]);
});

test('what is hidden, missing or not to be looked at has none alike; held in any role, it is there when the preview is', async () => {
  const folder = await owner!.folder('角色');
  const file = await owner!.uploads(await picture('#3a3'), '角色.jpg', folder.instanceId);
  await made(owner!, file.instanceId);
  assert.equal(await ask(other!, file.instanceId), null);
  assert.equal(await ask(other!, randomUUID()), null);
  const given = (role: FileRole) =>
    setGrants(company.database, [
      {
        instanceId: folder.instanceId,
        subject: { kind: 'person', id: other!.userId },
        role,
        source: { kind: 'share', id: folder.instanceId },
        grantorId: owner!.userId,
      },
    ]);
  const told: Record<string, boolean> = {};
  for (const role of fileRoles) {
    await company.database.deleteFrom('file_grant').where('instance_id', '=', folder.instanceId).execute();
    await given(role);
    const looks = await other!.ask(calls.download.preview, { instanceId: file.instanceId });
    told[role] = (await made(other!, file.instanceId)) !== null;
    assert.equal(told[role], looks.errcode === 0, role);
  }
  assert.deepEqual(new Set(Object.values(told)), new Set([true, false]));
});

test('through a share there is what was shared, until its end: the link ends with it', async () => {
  const folder = await owner!.folder('共享');
  const file = await owner!.uploads(await picture('#33a'), '共享.jpg', folder.instanceId);
  const own = await other!.uploads(await picture('#aa3'), '自己的.jpg');
  const shareId = await shares(owner!, folder.instanceId, [member(other!, 'viewOnly')]);
  const url = await made(other!, file.instanceId, shareId);
  assert.equal((await fetch(url!)).status, 200);
  assert.equal(await ask(other!, own.instanceId, shareId), null);
  await ends(company, shareId);
  assert.equal(await ask(other!, file.instanceId, shareId), null);
  await sleep(1300); // longer than the permission is cached
  assert.equal((await fetch(url!)).status, 403);
});
