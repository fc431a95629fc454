import { copyFile, link, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Confinement, Outcome, Task } from '../../sandbox/index.ts';
import { programs } from '../programs.ts';
import { isTar, tarHeadBytes } from './archive-worker/is-tar.ts';
import { made } from './archive-worker/order.ts';
import type { Order, RawListing } from './archive-worker/order.ts';
import { ArchiveRefused } from './archive-worker/archive-refused.ts';
import { mostEntryBytes, mostUnpacked } from './archive-worker/unpacked.ts';
import type { ArchiveReader } from './open-archive.ts';
import { asJson, commandFor, memoryBytes, prepareProgram, resultOf as resultApart } from './read-in-archive-worker.ts';

const MiB = 2 ** 20;
/** A password that fits no archive, so that 7z never asks for one. */
const password = '-p-';

export interface Packed {
  /** The path of the archive and its size. */
  path: string;
  size: number;
  confinement: Confinement;
}

const limits = (packedBytes: number, outputBytes: number): Task<unknown>['limits'] => ({
  timeoutMs: 120_000,
  cpuSeconds: 100,
  memoryBytes: 1536 * MiB,
  outputBytes: packedBytes + outputBytes,
});

async function run<Result>(packed: Packed, task: Pick<Task<Result>, 'args' | 'collect'> & { outputBytes: number }): Promise<Result> {
  // A shell redirects the output into a file, because 7z itself would use a name of the archive's choice.
  if (!(await packed.confinement.has('7z'))) throw new ArchiveRefused('missing');
  const { outputBytes, ...rest } = task;
  return resultOf(
    await packed.confinement.run({
      program: 'sh',
      prepare: (folder) => linkOrCopy(packed.path, join(folder, 'input')),
      ...rest,
      limits: limits(packed.size, outputBytes),
    }),
  );
}

/** Both are temporary folders of the same disk, so a hard link replaces a copy. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

function resultOf<Result>(outcome: Outcome<Result>): Result {
  switch (outcome.kind) {
    case 'done':
      return outcome.result;
    case 'stopped':
      throw new Error('the server stops');
    case 'failed':
      throw new ArchiveRefused(reasonOf(outcome.message));
    default:
      throw new ArchiveRefused(outcome.kind);
  }
}

function reasonOf(message: string): ArchiveRefused['reason'] {
  if (/wrong password/i.test(message)) return 'encrypted';
  if (/allocate|memory/i.test(message)) return 'tooLarge';
  return /unsupported|not implemented/i.test(message) ? 'unsupported' : 'corrupt';
}

/** 7z and RAR: many files, listed and unpacked by `7z`. */
export function sevenZipReader(packed: Packed, type: '7z' | 'rar' | 'rar5'): ArchiveReader {
  const listed = (): Promise<RawListing> =>
    readThrough(packed, 'listing7z', `l -slt -ba ${password} -t${type}`, 'list', asJson<RawListing>);
  return {
    list: listed,
    unpack: async (index, take) => {
      const { entries } = await listed();
      const entry = entries[index];
      if (!entry) throw new ArchiveRefused('corrupt');
      if (entry.locked) throw new ArchiveRefused('encrypted');
      // 7z takes names, not positions: of two entries with the same name it would print both in succession.
      if (entries.filter(({ name }) => name === entry.name).length > 1) throw new ArchiveRefused('unsupported');
      if ((entry.size ?? 0) > Math.min(mostEntryBytes, mostUnpacked(packed.size))) throw new ArchiveRefused('tooLarge');
      await unpackTo(packed, `e -so -spd ${password} -t${type}`, [`-i!${entry.name}`], take);
    },
  };
}

async function unpackTo(packed: Packed, command: string, names: readonly string[], take: (made: string) => Promise<void>): Promise<void> {
  const most = Math.min(mostEntryBytes, mostUnpacked(packed.size));
  await run(packed, {
    args: () => ['-c', `exec 7z ${command} "$@" input > output`, 'sh', ...names],
    collect: (folder) => take(join(folder, 'output')),
    outputBytes: most,
  });
}

/** bzip2 and xz: around a tar, or around one file without a name and a size. */
export function sevenZipStreamReader(packed: Packed, type: 'bzip2' | 'xz'): ArchiveReader {
  const command = `e -so ${password} -t${type}`;
  const holdsTar = async (): Promise<boolean> => {
    const head = await run(packed, {
      args: () => ['-c', `7z ${command} input | head -c ${tarHeadBytes}`],
      collect: async (_folder, output) => output,
      outputBytes: MiB,
    });
    if (head.length === 0) throw new ArchiveRefused('corrupt');
    return isTar(head);
  };
  return {
    list: async () =>
      (await holdsTar())
        ? readThrough(packed, 'tarStream', command, 'list', asJson<RawListing>)
        : { entries: [{ name: '', size: null, modifiedAt: null, folder: false, locked: false }], more: 0 },
    unpack: async (index, take) =>
      (await holdsTar()) ? readThrough(packed, 'tarStream', command, { unpack: index }, take) : unpackTo(packed, command, [], take),
  };
}

/** The output of 7z goes to the program that reads it; both run under the same limits. */
async function readThrough<Result>(
  packed: Packed,
  format: 'tarStream' | 'listing7z',
  command: string,
  work: Order['work'],
  collect: (made: string) => Promise<Result>,
): Promise<Result> {
  const outcome = await packed.confinement.run({
    program: 'sh',
    prepare: async (folder) => {
      await prepareProgram(folder);
      await linkOrCopy(packed.path, join(folder, 'input'));
    },
    reads: [programs().node, programs().packages],
    args: (folder) => {
      const { node, args } = commandFor(folder, { format, size: packed.size, work });
      return ['-c', `{ 7z ${command} input 2> said || mv said failed; } | "$@"`, 'sh', node, ...args];
    },
    collect: async (folder) => {
      const failed = await readFile(join(folder, 'failed'), 'utf8').catch(unlessMissing);
      if (failed !== null) throw new ArchiveRefused(reasonOf(failed));
      return collect(join(folder, made));
    },
    limits: { ...limits(packed.size, mostEntryBytes), memoryBytes },
  });
  return resultApart(outcome);
}

const unlessMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};
