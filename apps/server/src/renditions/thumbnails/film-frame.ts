import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement, Outcome } from '../../sandbox/index.ts';
import type { Source } from '../converter.ts';
import { reading } from '../media/ffmpeg-arguments.ts';
import { writeEnds } from './write-ends.ts';

const MiB = 2 ** 20;
const limits = { timeoutMs: 20_000, cpuSeconds: 15, memoryBytes: 2048 * MiB, outputBytes: 256 * MiB };

/**
 * By its first bytes: MP4 and QuickTime, Matroska and WebM, AVI, FLV, Ogg, ASF, MPEG, RealMedia. Playlists are excluded because they can
 * refer to other files.
 */
export function isFilm(head: Buffer): boolean {
  const text = (at: number, length: number): string => head.toString('latin1', at, at + length);
  return (
    ['ftyp', 'moov', 'mdat', 'wide', 'free'].includes(text(4, 4)) ||
    ['\x1aE\xdf\xa3', 'OggS', '.RMF', '0&\xb2u', '\0\0\x01\xba', '\0\0\x01\xb3'].includes(text(0, 4)) ||
    (text(0, 4) === 'RIFF' && text(8, 4) === 'AVI ') ||
    text(0, 3) === 'FLV' ||
    (head[0] === 0x47 && head[188] === 0x47)
  );
}

/** A frame of the first second as WebP. If the video is shorter, its first frame. */
export async function filmFrame(confinement: Confinement, source: Source, mostSide: number): Promise<Outcome<Buffer>> {
  const frameAt = (second: number): Promise<Outcome<Buffer>> =>
    confinement.run({
      program: 'ffmpeg',
      args: () => [
        ...['-nostdin', '-v', 'error', ...reading, '-threads', '1', '-ss', String(second), '-i', 'input'],
        ...['-an', '-sn', '-dn', '-frames:v', '1'],
        ...['-vf', `scale=w='min(iw,${mostSide})':h='min(ih,${mostSide})':force_original_aspect_ratio=decrease`],
        ...['-c:v', 'libwebp', '-quality', '75', '-f', 'webp', 'output.webp'],
      ],
      prepare: (folder) => writeEnds(source, join(folder, 'input')),
      collect: async (folder) => {
        const frame = await readFile(join(folder, 'output.webp'));
        // If there is no such second, ffmpeg writes only a header and reports success.
        return frame.toString('latin1', 8, 12) === 'WEBP' ? frame : Buffer.alloc(0);
      },
      limits,
    });
  const outcome = await frameAt(1);
  const isShorter = outcome.kind === 'failed' || (outcome.kind === 'done' && outcome.result.length === 0);
  return isShorter ? frameAt(0) : outcome;
}
