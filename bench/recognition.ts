/** Whether the photos, films and archives that somebody uploads slow down the pages of somebody else. */
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { zipOf } from '../apps/server/src/demo/sample-documents.ts';
import type { Bench } from './bench.ts';
import { contentOf } from './content.ts';
import type { FileToSend } from './client.ts';
import { elapsedMs, percentile, repeat } from './measure.ts';
import { seedFolder } from './seed.ts';

/** Of each ten files. */
const mix = ['photo', 'photo', 'photo', 'photo', 'photo', 'photo', 'film', 'film', 'archive', 'archive'] as const;
const files = 200;
const uploadLanes = 2;
/** Previews and texts are made for a while after the last file has arrived. */
const trailingMs = 10_000;

export async function recognition(bench: Bench): Promise<void> {
  const { client, report, runs, quick } = bench;
  const listed = await seedFolder(bench, 'beside-recognition', 1000);
  const page = (): Promise<number> => elapsedMs(() => client.page(listed, 1, 'instanceName', 'asc'));
  await repeat(300, page);

  const make = await makers(bench.folder);
  const figures: Record<'alone' | 'beside', number[]> = { alone: [], beside: [] };
  for (let round = 0; round < (quick ? 1 : runs); round += 1) {
    const arriving = await Promise.all(Array.from({ length: files }, (_, n) => make(mix[n % mix.length]!, `${round}-${n}`)));
    const folderId = await client.createFolder(`recognized-${round}`);
    const alone = percentile(await repeat(400, page), 0.99);

    const beside: number[] = [];
    const state = { arriving: true };
    const uploading = (async () => {
      let next = 0;
      await Promise.all(
        Array.from({ length: uploadLanes }, async (_, lane) => {
          for (let n = next++; n < files; n = next++) await client.upload(arriving[n]!.content, arriving[n]!.name, folderId, 10 + lane, 1);
        }),
      );
      await sleep(trailingMs);
    })().finally(() => (state.arriving = false));
    while (state.arriving) beside.push(await page());
    await uploading;
    figures.alone.push(alone);
    figures.beside.push(percentile(beside, 0.99));
  }
  report.compare(
    `page of 100 while ${files} photos, films and archives arrive, p99 (baseline: alone)`,
    figures.beside,
    'ms',
    figures.alone,
    { most: 1.5, of: 'alone' },
  );
}

/** Makes one file of a kind. Each has bytes of its own, so that none is an instant transfer. */
async function makers(place: string): Promise<(kind: (typeof mix)[number], name: string) => Promise<FileToSend>> {
  const photos = await Promise.all(
    Array.from({ length: 5 }, () =>
      sharp({
        create: { width: 3000, height: 2000, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
      })
        .jpeg({ quality: 80 })
        .toBuffer(),
    ),
  );
  const filmPath = join(place, 'film.mp4');
  const source = ['-f', 'lavfi', '-i', 'testsrc=duration=4:size=1280x720:rate=25', '-pix_fmt', 'yuv420p'];
  await promisify(execFile)('ffmpeg', ['-v', 'error', ...source, filmPath]);
  const film = readFileSync(filmPath);
  /** Decoders pass over what follows the end of a picture. */
  const marked = (bytes: Buffer): Buffer => Buffer.concat([bytes, randomBytes(16)]);
  return async (kind, name) => {
    switch (kind) {
      case 'photo':
        return { name: `${name}.jpg`, content: contentOf(marked(photos[randomInt(photos.length)]!)) };
      case 'film':
        return { name: `${name}.mp4`, content: contentOf(Buffer.concat([film, freeBox(randomBytes(16))])) };
      case 'archive': {
        const entries = Array.from({ length: 50 }, (_, n) => [`第 ${n} 份/报告 ${name}.txt`, randomBytes(20_000).toString('base64')]);
        return { name: `${name}.zip`, content: contentOf(await zipOf(Object.fromEntries(entries) as Record<string, string>)) };
      }
      default:
        return kind satisfies never;
    }
  };
}

/** A box of an MP4 that players pass over. */
function freeBox(bytes: Buffer): Buffer {
  const head = Buffer.from('\0\0\0\0free', 'latin1');
  head.writeUInt32BE(head.length + bytes.length);
  return Buffer.concat([head, bytes]);
}
