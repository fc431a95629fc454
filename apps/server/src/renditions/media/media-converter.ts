import { link, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withOwnFolder } from '../../sandbox/index.ts';
import type { Task } from '../../sandbox/index.ts';
import type { Converted, Converter, Making, Refusal } from '../converter.ts';
import { refusalOf } from '../refusal-of.ts';
import { containerOf, copyArguments, probeArguments, takesOver, transcodeArguments } from './ffmpeg-arguments.ts';
import { mediaOf } from './probe.ts';
import type { Media } from './probe.ts';
import { progressReader } from './progress.ts';

const MiB = 2 ** 20;
const GiB = 2 ** 30;
const minuteMs = 60_000;
/** Larger files must be downloaded: transcoding them would occupy the disk and the CPU for hours. */
const mostSource = 20 * GiB;
const probeLimits = { timeoutMs: 2 * minuteMs, cpuSeconds: 60, memoryBytes: GiB };

const programs = ['ffprobe', 'ffmpeg'];

/** Makes audio and video that no browser plays playable, one of each at a time, in the background. */
export const videoConverter: Converter = { name: 'films', kinds: ['video'], atOnce: 1, isWaitedFor: false, programs, convert: transcode };
export const audioConverter: Converter = {
  name: 'recordings',
  kinds: ['audio'],
  atOnce: 1,
  isWaitedFor: false,
  programs,
  convert: transcode,
};

async function transcode(making: Making): Promise<Converted> {
  const { source, confinement, signal } = making;
  if (source.size > mostSource) return refused('tooLarge');
  for (const program of programs) if (!(await confinement.has(program))) return refused('missing');
  if (!(await hasRoom(source.size))) {
    making.logger.warn(
      { blobId: source.blobId, size: source.size },
      'a film is not transcoded: the disk for temporary files has not twice its room',
    );
    return refused('noRoom');
  }
  return withOwnFolder(async (folder) => {
    making.tell(0);
    const input = join(folder, 'input');
    await source.writeTo(input, signal);
    return transcodeFile(making, input);
  });
}

/** Space on the disk of the run folders: a copy of the input, and as much again for the result. */
async function hasRoom(size: number): Promise<boolean> {
  const { bavail, bsize } = await statfs(tmpdir());
  return bavail * bsize > 2 * size + 256 * MiB;
}

async function transcodeFile(making: Making, input: string): Promise<Converted> {
  const { confinement, source } = making;
  const linked = (name: string) => (folder: string) => link(input, join(folder, name));
  const probed = await confinement.run<Media>({
    program: 'ffprobe',
    prepare: linked('input'),
    args: () => probeArguments('input'),
    collect: async (_folder, output) => mediaOf(output.toString('utf8')),
    limits: { ...probeLimits, outputBytes: source.size + MiB },
  });
  if (probed.kind !== 'done') return refused(refusalOf(probed));
  const media = isSound(making) ? { ...probed.result, video: null } : probed.result;
  if (media.video === null && media.audio === null) return refused('corrupt');
  const container = making.kind.endsWith(':copy') ? containerOf(media) : undefined;
  if (container) {
    const type = `${media.video === null ? 'audio' : 'video'}/${container.type}`;
    const args = copyArguments(media, { input: 'input', output, container });
    const copied = await confinement.run(task(making, media, linked('input'), { args, type }));
    if (copied.kind === 'done') return { kind: 'made' };
    if (copied.kind !== 'failed') return refused(refusalOf(copied));
  }
  const transcoding = (anew: boolean) => ({
    args: transcodeArguments(media, { input: 'input', output, anew }),
    type: isSound(making) ? 'audio/mp4' : 'video/mp4',
  });
  let outcome = await confinement.run(task(making, media, linked('input'), transcoding(false)));
  // Copied streams may be broken in a way that only transcoding repairs.
  if (outcome.kind === 'failed' && takesOver(media))
    outcome = await confinement.run(task(making, media, linked('input'), transcoding(true)));
  return outcome.kind === 'done' ? { kind: 'made' } : refused(refusalOf(outcome));
}

const output = 'output';
const isSound = ({ kind }: Making): boolean => kind.startsWith('audio');

function task(
  { source, keep, tell }: Making,
  media: Media,
  prepare: (folder: string) => Promise<void>,
  { args, type }: { args: readonly string[]; type: string },
): Task<void> {
  const timeoutMs = Math.min(360, 10 + (3 * (media.duration ?? 3600)) / 60) * minuteMs;
  return {
    program: 'ffmpeg',
    prepare,
    args: () => args,
    heard: progressReader(media.duration, tell),
    collect: (folder) => keep(join(folder, output), type),
    limits: {
      timeoutMs,
      cpuSeconds: (timeoutMs / 1000) * 4,
      memoryBytes: 4 * GiB,
      outputBytes: source.size + Math.max(GiB, 2 * source.size),
    },
  };
}

const refused = (reason: Refusal): Converted => ({ kind: 'refused', reason });
