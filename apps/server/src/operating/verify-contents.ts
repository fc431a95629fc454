/** `serve verify-contents`: reads all stored contents again, beside a running server or without one, and names what is not what was stored. */
import { pino } from 'pino';
import type { Config } from '../config.ts';
import { checkAll } from '../content-checks/index.ts';
import type { Damage } from '../content-checks/index.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import { openToLook } from '../storage/index.ts';
import { progressOf } from './progress.ts';
import type { Progress } from './progress.ts';
import type { Report } from './progress-report.ts';

interface VerifyOptions {
  /** Null: as fast as possible. */
  bytesPerSecond: number | null;
  /** Goes on where a pass stopped that is not through. */
  resume: boolean;
  signal: AbortSignal;
  tell: (report: Report) => void;
  found: (damage: Damage) => void;
}

export async function verifyContents(
  config: Config,
  { bytesPerSecond, resume, signal, tell, found }: VerifyOptions,
): Promise<{ contents: number; bytes: number }> {
  const opened = await openDatabase({ ...config, poolSize: 4 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const store = await openToLook(config.store);
    try {
      let progress: Progress | undefined;
      return await checkAll({
        database: opened.kysely,
        store,
        // What is found is said in words.
        logger: pino({ level: 'silent' }),
        bytesPerSecond: bytesPerSecond ?? Infinity,
        resume,
        signal,
        found,
        begun: (bytes) => void (progress = progressOf(bytes, (line) => tell({ kind: 'objects', ...line }))),
        read: (bytes) => progress?.add(bytes),
      });
    } finally {
      await store.close();
    }
  } finally {
    await opened.stop();
  }
}
