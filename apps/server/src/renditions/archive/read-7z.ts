import { copyFile, link } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Confinement, Outcome, Task } from '../../confined/index.ts';
import { isTar, listTar, tarHeadBytes, unpackTar } from './read-tar.ts';
import { mostEntries, mostEntryBytes, mostUnpacked, Refused } from './reader.ts';
import type { ArchiveReader, RawEntry } from './reader.ts';
import { parseListing } from './parse-7z.ts';

const MiB = 2 ** 20;
/** Of every archive: no password of ours fits, and none is asked for. */
const password = '-p-';

export interface Packed {
  /** Where the archive lies, and its size. */
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

async function run<Result>(
  packed: Packed,
  task: Pick<Task<Result>, 'args' | 'collect' | 'heard'> & { outputBytes: number },
): Promise<Result> {
  // A shell writes what comes out into a file, which 7z itself does only under a name of the archive's choice.
  if (!(await packed.confinement.has('7z'))) throw new Refused('missing');
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

/** Under one folder for everything that is temporary, a link is as good as a copy. */
const linkOrCopy = (from: string, to: string): Promise<void> => link(from, to).catch(() => copyFile(from, to));

function resultOf<Result>(outcome: Outcome<Result>): Result {
  switch (outcome.kind) {
    case 'done':
      return outcome.result;
    case 'stopped':
      throw new Error('the server stops');
    case 'failed':
      throw new Refused(reasonOf(outcome.message));
    default:
      throw new Refused(outcome.kind);
  }
}

function reasonOf(message: string): Refused['reason'] {
  if (/wrong password/i.test(message)) return 'encrypted';
  if (/allocate|memory/i.test(message)) return 'tooLarge';
  return /unsupported|not implemented/i.test(message) ? 'unsupported' : 'corrupt';
}

/** 7z and RAR: many files, listed and unpacked by `7z`. */
export function sevenZipReader(packed: Packed, type: '7z' | 'rar' | 'rar5'): ArchiveReader {
  const listed = (): Promise<{ entries: RawEntry[]; more: number }> =>
    run(packed, {
      args: () => ['-c', `exec 7z l -slt -ba ${password} -t${type} input`],
      collect: async (_folder, output) => parseListing(output.toString('utf8'), mostEntries),
      outputBytes: 64 * MiB,
    });
  return {
    list: listed,
    unpack: async (index, path) => {
      const { entries } = await listed();
      const entry = entries[index];
      if (!entry) throw new Refused('corrupt');
      if (entry.locked) throw new Refused('encrypted');
      // 7z is told names, not places: of two of one name it would give both, one after the other.
      if (entries.filter(({ name }) => name === entry.name).length > 1) throw new Refused('unsupported');
      if ((entry.size ?? 0) > Math.min(mostEntryBytes, mostUnpacked(packed.size))) throw new Refused('tooLarge');
      await unpackTo(packed, `e -so -spd ${password} -t${type}`, [`-i!${entry.name}`], path);
    },
  };
}

async function unpackTo(packed: Packed, command: string, names: readonly string[], path: string): Promise<void> {
  const most = Math.min(mostEntryBytes, mostUnpacked(packed.size));
  await run(packed, {
    args: () => ['-c', `exec 7z ${command} "$@" input > output`, 'sh', ...names],
    collect: (folder) => copyFile(join(folder, 'output'), path),
    outputBytes: most,
  });
}

/** bzip2 and xz: around a tar, or around one file that neither names nor measures. */
export function sevenZipStreamReader(packed: Packed, type: 'bzip2' | 'xz'): ArchiveReader {
  const command = `e -so ${password} -t${type}`;
  /** What comes out of it, as far as somebody reads it. */
  const streamed = async <Result>(read: (plain: PassThrough) => Promise<Result>): Promise<Result> => {
    const plain = new PassThrough();
    const reading = read(plain);
    reading.catch(() => plain.destroy()); // told below
    await run(packed, {
      args: () => ['-c', `exec 7z ${command} input`],
      heard: (chunk) => void plain.write(chunk),
      collect: async () => {},
      outputBytes: mostUnpacked(packed.size),
    }).finally(() => plain.end());
    return reading;
  };
  const holdsTar = async (): Promise<boolean> => {
    const head = await run(packed, {
      args: () => ['-c', `7z ${command} input | head -c ${tarHeadBytes}`],
      collect: async (_folder, output) => output,
      outputBytes: MiB,
    });
    if (head.length === 0) throw new Refused('corrupt');
    return isTar(head);
  };
  return {
    list: async () =>
      (await holdsTar())
        ? streamed(listTar)
        : { entries: [{ name: '', size: null, modifiedAt: null, folder: false, locked: false }], more: 0 },
    unpack: async (index, path) =>
      (await holdsTar()) ? streamed((plain) => unpackTar(plain, index, path)) : unpackTo(packed, command, [], path),
  };
}
