import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { limits as shared } from '@alcove/contract';
import type { Confinement, Outcome, Task } from '../../sandbox/index.ts';
import type { Refusal, Source } from '../converter.ts';
import { programs } from '../programs.ts';
import { refusalOf } from '../refusal-of.ts';
import { exits, made } from './archive-worker/order.ts';
import type { Order } from './archive-worker/order.ts';
import { longestPiece, questionBytes } from './archive-worker/pieces.ts';
import { ArchiveRefused } from './archive-worker/archive-refused.ts';
import { mostEntryBytes } from './archive-worker/unpacked.ts';

export const mostEntries = shared.archiveEntries;
const MiB = 2 ** 20;
/** Ten thousand entries take some ten MiB of it. */
const heapMiB = 96;
/** Node alone reserves more than a gigabyte of address space, nearly all of it untouched. */
export const memoryBytes = 2048 * MiB;
const usual: Task<unknown>['limits'] = { timeoutMs: 120_000, cpuSeconds: 60, memoryBytes, outputBytes: mostEntryBytes + 16 * MiB };

export type ApartOrder = Omit<Order, 'mostEntries'>;

const place = fileURLToPath(new URL('./archive-worker', import.meta.url));
let read: [file: string, code: string][] | undefined;

/** Types are stripped here once: stripping them at each start would take longer than everything else. */
const program = (): [file: string, code: string][] =>
  (read ??= readdirSync(place).map((file) => {
    const code = stripTypeScriptTypes(readFileSync(join(place, file), 'utf8'));
    return [file.replace(/ts$/, 'mjs'), code.replace(/(?<=^(import|\}) .*'\.\/[\w-]+\.)ts(?=';$)/gm, 'mjs')];
  }));

/** Puts the program where its user may read it, because the server's own folder may be closed to other users. */
export async function prepareProgram(folder: string): Promise<void> {
  await mkdir(join(folder, 'archive-worker'), { mode: 0o755 });
  for (const [file, code] of program()) await writeFile(join(folder, 'archive-worker', file), code, { mode: 0o644 });
  await symlink(programs().packages, join(folder, 'node_modules'));
}

export function commandFor(folder: string, order: ApartOrder): { node: string; args: string[] } {
  const text = JSON.stringify({ ...order, mostEntries } satisfies Order);
  return { node: programs().node, args: [`--max-old-space-size=${heapMiB}`, join(folder, 'archive-worker/main.mjs'), text] };
}

/**
 * Reads an archive in a process of its own, which gets only the pieces that it requests. `collect` takes the result. Throws
 * `ArchiveRefused` if the archive is at fault; crashing the program counts as such.
 */
export async function readApart<Result>(
  { source, confinement, limits = usual }: { source: Source; confinement: Confinement; limits?: Task<unknown>['limits'] },
  order: Omit<ApartOrder, 'size'>,
  collect: (made: string) => Promise<Result>,
): Promise<Result> {
  const outcome = await confinement.run({
    program: programs().node,
    reads: [programs().packages],
    prepare: prepareProgram,
    args: (folder) => commandFor(folder, { ...order, size: source.size }).args,
    talk: (questions, answers) => answerAll(source, questions, answers),
    collect: (folder) => collect(join(folder, made)),
    limits,
  });
  return resultOf(outcome);
}

export const asJson = async <Result>(path: string): Promise<Result> => JSON.parse(await readFile(path, 'utf8')) as Result;

export function resultOf<Result>(outcome: Outcome<Result>): Result {
  if (outcome.kind === 'done') return outcome.result;
  if (outcome.kind !== 'failed') throw new ArchiveRefused(refusalOf(outcome));
  const { exitCode, message } = outcome;
  if (exitCode === exits.fault) throw new Error(`an archive could not be read: ${message}`);
  if (exitCode === exits.refused) throw new ArchiveRefused(reasonIn(message));
  throw new ArchiveRefused(/heap out of memory/.test(message) ? 'tooLarge' : refusalOf(outcome));
}

const reasons: readonly Refusal[] = ['encrypted', 'unsupported', 'tooLarge'];
const reasonIn = (message: string): Refusal => reasons.find((reason) => message.endsWith(reason)) ?? 'corrupt';

/** Sends one piece after the other, each checked to lie within the archive. The program's end is handled elsewhere. */
async function answerAll(source: Source, questions: Readable, answers: Writable): Promise<void> {
  let heard: Buffer = Buffer.alloc(0);
  for await (const chunk of questions as AsyncIterable<Buffer>) {
    heard = Buffer.concat([heard, chunk]);
    for (; heard.length >= questionBytes.all; heard = heard.subarray(questionBytes.all)) {
      const start = heard.readUIntLE(0, questionBytes.start);
      const length = heard.readUIntLE(questionBytes.start, questionBytes.length);
      if (length === 0 || length > longestPiece || start + length > source.size) throw new ArchiveRefused('corrupt');
      const bytes = await buffer(await source.read({ start, end: start + length - 1 }));
      if (bytes.length !== length) throw new Error(`${source.blobId} gave ${bytes.length} bytes of ${length}`);
      await new Promise<void>((written) => answers.write(bytes, () => written()));
    }
  }
}
