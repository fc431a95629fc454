/** The commands of this folder at the terminal: what they say, and their exit codes. */
import { tmpdir } from 'node:os';
import { readTarget } from '../config.ts';
import type { Config } from '../config.ts';
import { exitCodes, runCheck } from '../integrity-check/index.ts';
import type { Terminal } from '../terminal/index.ts';
import { backup } from './backup.ts';
import { drill } from './drill.ts';
import { moveDatabase, takeDatabaseBack } from './move-database.ts';
import { moveStore } from './move-store.ts';
import { Refused } from './refusal.ts';
import type { NumberOption } from './refusal.ts';
import { restore } from './restore.ts';
import { operatingTexts } from './texts.ts';
import type { OperatingTexts } from './texts.ts';
import type { Report } from './progress-report.ts';
import { verifyContents } from './verify-contents.ts';

/** The words after the command, and its options: `--keep=14` is `{ keep: '14' }`, `--despite-damage` is `{ 'despite-damage': '' }`. */
export interface Given {
  words: readonly string[];
  options: Readonly<Record<string, string>>;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

/** Exit code 0: all is in the backup. 1: something could not be backed up, or the command was refused. 130: interrupted. */
export const runBackup = (config: Config, { words: [folder], options, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    if (folder === undefined) {
      say(words.backupWhere);
      return exitCodes.faults;
    }
    const keep = numberOf(options, 'keep');
    const made = await backup(config, folder, { keep, signal, tell: teller(say, words) });
    say(words.backedUp({ ...made, size: sizeOf(made.bytes), copiedSize: sizeOf(made.copiedBytes) }));
    if (made.missingCount === 0) return exitCodes.clean;
    say(words.missing(made));
    return exitCodes.faults;
  });

/** Exit code 0: everything is restored. 1: not everything, or the command was refused. 130: interrupted. */
export const runRestore = (config: Config, { words: [folder], options, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    if (folder === undefined) {
      say(words.restoreWhence);
      return exitCodes.faults;
    }
    const made = await restore(config, folder, {
      name: options['backup'],
      despiteDamage: options['despite-damage'] !== undefined,
      signal,
      tell: teller(say, words),
    });
    say(words.restored({ ...made, size: sizeOf(made.bytes) }));
    if (made.damagedCount > 0) say(words.leftOut(made));
    if (made.missingCount > 0) say(words.missingThen(made.missingCount));
    say(words.checkNow);
    return made.damagedCount + made.missingCount === 0 ? exitCodes.clean : exitCodes.faults;
  });

/** Exit code: that of the check of what was restored, or 1 if the backup cannot be restored. */
export const runDrill = (config: Config, { words: [folder], options, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    if (folder === undefined) {
      say(words.drillWhat);
      return exitCodes.faults;
    }
    const within = options['scratch'] || tmpdir();
    const made = await drill(config, folder, { name: options['backup'], within, signal, tell: teller(say, words), say });
    say(words.drilled({ ...made, size: sizeOf(made.bytes) }));
    return made.check;
  });

const storeNames = ['ALCOVE_TO_S3_ENDPOINT', 'ALCOVE_TO_S3_…', 'ALCOVE_TO_DATA_DIR'];

/** Exit code 0: everything is in the new store. 1: not everything is whole, or the command was refused. 130: interrupted; it can go on. */
export const runMoveStore = (config: Config, { env, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    const to = readTarget('store', env);
    if (to === null) throw new Refused({ kind: 'settingMissing', names: storeNames });
    const made = await moveStore(config, to, {
      signal,
      tell: teller(say, words),
      reached: (step) => {
        if (step === 'held') say(words.changesHeld);
        if (step === 'released') say(words.changesReleased);
      },
    });
    say(words.storeMoved({ ...made, size: sizeOf(made.bytes) }));
    if (made.faultyCount > 0) say(words.faultyInOld(made.faulty, made.faultyCount));
    say(words.startWithStore);
    return made.faultyCount === 0 ? exitCodes.clean : exitCodes.faults;
  });

const heldByDefault = 55;

/** Exit code 0: everything is in the new database, or the rehearsal is through. 1: the command was refused. 130: interrupted; nothing was moved. */
export const runMoveDatabase = (config: Config, { options, env, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    if (options['take-back'] !== undefined) {
      say((await takeDatabaseBack(config)) ? words.databaseTakenBack : words.databaseNotMoved);
      return exitCodes.clean;
    }
    const to = readTarget('database', env);
    if (to === null) throw new Refused({ kind: 'settingMissing', names: ['ALCOVE_TO_DATABASE_URL'] });
    const rehearse = options['rehearse'] !== undefined;
    const seconds = numberOf(options, 'hold') ?? heldByDefault;
    const mostHeldMs = rehearse ? 86_400_000 : seconds * 1000;
    const made = await moveDatabase(config, to, {
      rehearse,
      mostHeldMs,
      signal,
      tell: teller(say, words),
      reached: (step) => {
        if (step === 'held') say(words.changesHeld);
      },
    });
    say(rehearse ? words.databaseRehearsed(made) : words.databaseMoved(made));
    if (!rehearse) say(words.startWithDatabase);
    return exitCodes.clean;
  });

const mostNamed = 100;

/** Exit code 0: all is what was stored. 1: something is damaged or missing. 130: interrupted, so not everything was read. */
export const runVerifyContents = (config: Config, { options, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, async (words) => {
    const bytesPerSecond = rateOf(options);
    let damaged = 0;
    const read = await verifyContents(config, {
      bytesPerSecond,
      resume: options['resume'] !== undefined,
      signal,
      tell: teller(say, words),
      found: (damage) => {
        damaged += 1;
        if (damaged <= mostNamed) say(words.damaged(damage));
      },
    });
    say(words.contentsRead({ ...read, size: sizeOf(read.bytes), damaged }));
    return damaged === 0 ? exitCodes.clean : exitCodes.faults;
  });

/** The check of integrity-check, at most so fast as the operator says. Exit codes: its own. */
export const runPacedCheck = (config: Config, { options, signal }: Given, { say, texts }: Terminal): Promise<number> =>
  refusable({ say, texts, signal }, () =>
    runCheck(config, say, { contents: options['contents'] !== undefined, bytesPerSecond: rateOf(options), signal }),
  );

/** From MiB a second; null: no limit. */
function rateOf(options: Given['options']): number | null {
  const rate = numberOf(options, 'rate');
  return rate && rate * 2 ** 20;
}

/** Null if it is not given. Throws Refused if it is not more than 0; `keep` is a count. */
function numberOf(options: Given['options'], option: NumberOption): number | null {
  const given = options[option];
  if (given === undefined) return null;
  const number = given.trim() === '' ? NaN : Number(given);
  if (!Number.isFinite(number) || number <= 0 || (option === 'keep' && !Number.isInteger(number)))
    throw new Refused({ kind: 'numberWrong', option });
  return number;
}

async function refusable(
  { say, texts, signal }: Terminal & { signal: AbortSignal },
  work: (words: OperatingTexts) => Promise<number>,
): Promise<number> {
  const words = operatingTexts[texts.language];
  try {
    return await work(words);
  } catch (error) {
    if (error instanceof Refused) {
      say(words.refused(error.because));
      return exitCodes.faults;
    }
    if (!signal.aborted) throw error;
    say(words.interrupted);
    return exitCodes.interrupted;
  }
}

function teller(say: (line: string) => void, words: OperatingTexts): (report: Report) => void {
  let next = performance.now() + 2000;
  return (report) => {
    if (report.kind === 'table') {
      // Most tables take no time, and nobody wants to read their names.
      if (performance.now() < next) return;
      next = performance.now() + 2000;
      say(words.table(report.table));
      return;
    }
    const { done, total, secondsLeft } = report;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    const left = secondsLeft === null ? null : words.secondsLeft(secondsLeft);
    say(words.objects({ done: sizeOf(done), total: sizeOf(total), percent, left }));
  };
}

const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'] as const;

export function sizeOf(bytes: number): string {
  const power = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
