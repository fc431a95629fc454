import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { calls } from '@alcove/contract';
import type { ReadyPreview } from '@alcove/contract';
import { madeBy } from '../renditions/rendition.test-support.ts';
import { zipOf } from '../search/zip.test-support.ts';
import { ends, member, shares } from '../sharing/sharing.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Company, Person } from '../testing/index.ts';

let company: Company;
let [owner, viewer]: Person[] = [];
let folderId: string;
let fileSharingId: string;
before(async () => {
  company = await openCompany();
  [owner, viewer] = [await company.person(), await company.person()];
  folderId = (await owner.folder('只看')).instanceId;
  fileSharingId = await shares(owner, folderId, [member(viewer, 'viewOnly')]);
});
after(() => company.close());

async function looks(instanceId: string, entry?: number): Promise<ReadyPreview> {
  for (;;) {
    const asked = { instanceId, fileSharingId };
    const preview =
      entry === undefined
        ? await viewer!.call(calls.download.preview, asked)
        : await viewer!.call(calls.download.previewEntry, { ...asked, entry });
    if (preview.kind !== 'preparing') return preview;
    await wait(50);
  }
}
const put = async (content: Buffer<ArrayBuffer>, name: string): Promise<string> =>
  (await owner!.uploads(content, name, folderId)).instanceId;
async function seen(preview: ReadyPreview): Promise<{ bytes: Buffer; type: string }> {
  const answer = await fetch(preview.url);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-disposition'), 'inline; filename="file"', 'no name to be saved under');
  return { bytes: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type')! };
}
const media = (name: string, ...args: string[]) =>
  madeBy('ffmpeg', ['-v', 'error', '-f', 'lavfi', ...args, '-metadata', 'title=secret-title', name], name);

// "你好，云阁" in GBK.
const gbk = Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xa3, 0xac, 0xd4, 0xc6, 0xb8, 0xf3]);

test('of a text there are its characters, to where the page shows them', async () => {
  const preview = await looks(await put(gbk, '说明.txt'));
  const { bytes, type } = await seen(preview);
  assert.deepEqual([preview.kind, bytes.toString(), type, preview.fileSize], ['text', '你好，云阁', 'text/plain; charset=utf-8', 15]);
  const long = await seen(await looks(await put(Buffer.alloc(3 * 2 ** 20, 'a,b\n'), '长.csv')));
  assert.equal(long.bytes.length, 2 ** 20 + 4096);
  const archive = await put(zipOf({ 'a.md': '# 标题' }), '包.zip');
  assert.equal((await seen(await looks(archive, 0))).bytes.toString(), '# 标题');
});

test('films and recordings come in a new file, not encoded again, without what was written into the old one', async () => {
  const picture = ['testsrc=duration=1:size=320x240:rate=10'];
  const files = {
    '片.mp4': await media('output.mp4', '-i', ...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p'),
    '片.webm': await media('output.webm', '-i', ...picture, '-c:v', 'libvpx'),
    '声.mp3': await media('output.mp3', '-i', 'sine=duration=1'),
    '声.flac': await media('output.flac', '-i', 'sine=duration=1'),
  };
  const types: string[] = [];
  for (const [name, content] of Object.entries(files)) {
    const { bytes, type } = await seen(await looks(await put(content, name)));
    types.push(type);
    assert.deepEqual([content.includes('secret-title'), bytes.includes('secret-title')], [true, false], name);
    // The media streams are unchanged; only the metadata is removed.
    assert.ok(bytes.includes(content.subarray(content.length / 2, content.length / 2 + 64)), name);
  }
  assert.deepEqual(types, ['video/mp4', 'video/webm', 'audio/mpeg', 'audio/flac']);
});

test('its link is no attachment, cannot be made one, and ends with the right', async () => {
  const { url } = await looks(await put(gbk, '到期.txt'));
  const attached = new URL(url);
  attached.searchParams.set('response-content-disposition', 'attachment; filename="a.txt"');
  assert.equal((await fetch(attached)).status, 403);
  assert.equal((await fetch(url)).status, 200);
  await ends(company, fileSharingId);
  await wait(1300); // longer than the permission is cached
  assert.equal((await fetch(url)).status, 403);
});
