/**
 * Runs a CommonJS file with the code that V8 made of it in an earlier process. Node's own compile cache keeps what V8 compiles while it
 * loads a file, so every start would compile the functions that it calls once more.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { Module, createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script, constants } from 'node:vm';
import { crc32 } from 'node:zlib';

/** `started` has the functions that a start and the first answers need, `loaded` those that loading needs. */
const kinds = ['started', 'loaded'] as const;
type Kind = (typeof kinds)[number];

const [opening, closing] = Module.wrap('|')
  .split('|')
  .map((half) => Buffer.from(half)) as [Buffer, Buffer];

/** After the first answer. By then the page that somebody opened has asked for the rest. */
const settledMs = 5000;

/** The code is kept in `folder`: of a load alone when this process ends, or of a start once it has answered. */
export function runWithKeptCode(file: string, folder: string, until: 'loaded' | 'answered'): void {
  const bytes = readFileSync(file);
  // V8 itself compares only the length of the source, and names its version and flags in the tag.
  const name = `${crc32(bytes)}-${cachedDataVersionTag()}`;
  const place = (kind: Kind): string => join(folder, `${name}.${kind}`);
  const kept = firstOf(kinds.map(place));
  // As one text of one byte for each character, which Node keeps outside V8's heap.
  const script = new Script(Buffer.concat([opening, bytes, closing]).toString('latin1'), {
    filename: file,
    ...(kept && { cachedData: kept.code }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const keep = (kind: Kind): void => {
    mkdirSync(folder, { recursive: true });
    const aside = `${place(kind)}-${process.pid}`;
    writeFileSync(aside, script.createCachedData());
    renameSync(aside, place(kind));
  };
  if (until === 'loaded') process.once('exit', () => keep('loaded'));
  else if (kept?.place !== place('started') || script.cachedDataRejected) onceAnswered(() => keep('started'));

  const require = createRequire(file);
  const module = new Module(file);
  module.filename = file;
  require.cache[file] = module; // for the parts of the file that are loaded later, and ask for it
  (script.runInThisContext() as (...given: unknown[]) => void)(module.exports, require, module, file, dirname(file));
}

function firstOf(places: readonly string[]): { place: string; code: Buffer } | null {
  for (const place of places) {
    try {
      return { place, code: readFileSync(place) };
    } catch {
      // What is missing, or may not be read, is compiled again.
    }
  }
  return null;
}

function onceAnswered(keep: () => void): void {
  const channel = 'http.server.response.finish';
  const answered = (): void => {
    unsubscribe(channel, answered);
    setTimeout(() => {
      try {
        keep();
      } catch {
        // Who may not write here starts slower, and nothing else.
      }
    }, settledMs).unref();
  };
  subscribe(channel, answered);
}
