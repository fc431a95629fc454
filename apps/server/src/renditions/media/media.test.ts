import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { calls } from '@alcove/contract';
import type { Instance, ReadyPreview } from '@alcove/contract';
import { removeDue } from '../../removal/index.ts';
import { openCompany, refused } from '../../testing/index.ts';
import type { Company, Person } from '../../testing/index.ts';
import { forgetMissing } from '../rendition-queries.ts';
import { mediaOf } from './probe.ts';
import type { Media } from './probe.ts';
import { progressReader } from './progress.ts';

const run = promisify(execFile);
let company: Company;
let person: Person;
let folder: string;
before(async () => {
  [company, folder] = [await openCompany(), await mkdtemp(join(tmpdir(), 'alcove-media-test-'))];
  person = await company.person();
});
after(async () => {
  await company.close();
  await rm(folder, { recursive: true });
});

const picture = ['-f', 'lavfi', '-i', 'testsrc=duration=1:size=320x240:rate=10'];
const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
async function made(name: string, ...args: string[]): Promise<Instance> {
  await run('ffmpeg', ['-v', 'error', '-nostdin', ...args, '-y', join(folder, name)]);
  return person.uploads(Buffer.from(await readFile(join(folder, name))), name);
}
/** Asks until it is ready, as the page does. */
async function played(file: Instance, fields: { transcode?: 'true' } = {}): Promise<ReadyPreview> {
  for (;;) {
    const preview = await person.call(calls.download.preview, { instanceId: file.instanceId, ...fields });
    if (preview.kind !== 'preparing') return preview;
    await wait(50);
  }
}
async function mediaAt(url: string): Promise<{ media: Media; type: string; bytes: Buffer }> {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer());
  await writeFile(join(folder, 'played.mp4'), bytes);
  const shown = ['-show_format', '-show_streams', '-of', 'json'];
  const { stdout } = await run('ffprobe', ['-v', 'error', ...shown, join(folder, 'played.mp4')]);
  return { media: mediaOf(stdout), type: answer.headers.get('content-type')!, bytes };
}

test('a film of another kind becomes one that plays while it loads', async () => {
  const file = await made('旧片.avi', ...picture, ...tone, '-c:v', 'mpeg4', '-c:a', 'mp3', '-metadata', 'title=secret');
  const preview = await played(file);
  assert.equal(preview.kind, 'video');
  const { media, type, bytes } = await mediaAt(preview.url);
  assert.deepEqual([media.video?.codec, media.video?.pixels, media.audio?.codec, type], ['h264', 'yuv420p', 'aac', 'video/mp4']);
  assert.ok(bytes.indexOf('moov') < bytes.indexOf('mdat'));
  assert.equal(bytes.includes('secret'), false);
  assert.equal((await fetch(preview.url, { headers: { range: 'bytes=0-99' } })).status, 206);
});

test('what plays already is only put into another container; a recording, and a stream named like a source text, play too', async () => {
  const codes = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const film = await made('片.mkv', ...picture, ...tone, ...codes);
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    'stream=nb_read_packets,profile',
    '-of',
    'csv',
    join(folder, '片.mkv'),
  ]);
  await mediaAt((await played(film)).url);
  const { stdout: after } = await run('ffprobe', [
    '-v',
    'error',
    '-count_packets',
    '-show_entries',
    'stream=nb_read_packets,profile',
    '-of',
    'csv',
    join(folder, 'played.mp4'),
  ]);
  assert.equal(after.split('\n')[0], stdout.split('\n')[0]);
  const wma = await played(await made('录音.wma', ...tone));
  assert.equal(wma.kind, 'audio');
  assert.equal((await mediaAt(wma.url)).type, 'audio/mp4');
  assert.equal((await played(await made('电视.ts', ...picture, ...codes))).kind, 'video');
  assert.equal((await played(await person.uploads('const a = 1;', '源.ts'))).kind, 'code');
});

test('one that plays only elsewhere is transcoded when the browser asks', async () => {
  const file = await made('手机.mp4', ...picture, '-c:v', 'mpeg4');
  const [asItIs, made2] = [await played(file), await played(file, { transcode: 'true' })];
  assert.equal((await mediaAt(asItIs.url)).media.video?.codec, 'mpeg4');
  assert.equal((await mediaAt(made2.url)).media.video?.codec, 'h264');
});

test('what telephones film becomes something that every browser plays, in either container', async () => {
  const phone = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-c:a', 'aac'];
  const [matroska, mp4] = [await made('录像.mkv', ...picture, ...tone, ...phone), await made('录像.MP4', ...picture, ...tone, ...phone)];
  for (const preview of [await played(matroska), await played(mp4, { transcode: 'true' })]) {
    const { video, audio } = (await mediaAt(preview.url)).media;
    assert.deepEqual([preview.kind, video?.codec, video?.pixels, audio?.codec], ['video', 'h264', 'yuv420p', 'aac']);
  }
});

test('what is no film, and what names other files, is refused', async () => {
  await assert.rejects(played(await person.uploads('no film', '假.mkv')), refused('PREVIEW_CORRUPT'));
  const playlist = '#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n';
  await assert.rejects(played(await person.uploads(playlist, '单.avi')), refused('PREVIEW_CORRUPT'));
  await assert.rejects(played(await person.uploads(`ffconcat version 1.0\nfile input\n`, '连.flv')), refused('PREVIEW_CORRUPT'));
  assert.deepEqual(company.troubles, []);
});

test('what a killed server left is taken up again, and nobody is told how far that one was', async () => {
  const file = await made('断.avi', ...picture, '-c:v', 'mpeg4');
  const { url } = await played(file);
  const of = sql`kind = 'video' and blob_id = (select blob_id from version where instance_id = ${file.instanceId})`;
  await sql`update rendition set state = 'waiting', progress = 50, leased_until = now() + interval '60 seconds' where ${of}`.execute(
    company.database,
  );
  const preview = await person.call(calls.download.preview, { instanceId: file.instanceId });
  assert.deepEqual([preview.kind, preview.kind === 'preparing' && preview.progress], ['preparing', null]);
  await sql`update rendition set leased_until = now() - interval '1 second' where ${of}`.execute(company.database);
  const again = await played(file);
  assert.equal((await mediaAt(again.url)).media.video?.codec, 'h264');
  const { database, store } = company;
  await removeDue({ database, store, logger: pino({ level: 'silent' }) });
  assert.equal((await fetch(url)).status, 404); // the other one's output was deleted
});

test('without the programs nothing is played, until they are there', async () => {
  const file = await made('无.avi', ...picture, '-c:v', 'mjpeg');
  const { PATH } = process.env;
  process.env['PATH'] = folder;
  try {
    await assert.rejects(played(file), refused('PREVIEW_VIDEO'));
    const health = await fetch(new URL('/readyz', company.origin));
    const { missingPrograms } = (await health.json()) as { missingPrograms: string[] };
    assert.deepEqual(
      [health.status, missingPrograms.includes('ffmpeg'), new Set(missingPrograms).size],
      [200, true, missingPrograms.length],
    );
  } finally {
    process.env['PATH'] = PATH;
  }
  await forgetMissing(company.database);
  assert.equal((await played(file)).kind, 'video');
});

test('progress is read from whatever pieces it comes in', () => {
  const told: number[] = [];
  const read = progressReader(10, (percent) => void told.push(percent));
  for (const piece of ['frame=1\nout_time_us=25', '00000\nprogress=continue\nout_time_us=N/A\n', 'out_time_us=10000000\n'])
    read(Buffer.from(piece));
  assert.deepEqual(told, [25, 100]);
});
