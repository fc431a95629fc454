/** `serve verify-log`: compares the audit log with its seals, and says what is wrong. */
import type { LogFault } from '@alcove/contract';
import type { Config } from '../config.ts';
import { openDatabase, requireMigrated } from '../database/index.ts';
import { openToLook } from '../storage/index.ts';
import { acceptLog } from './accept.ts';
import { verifyLog } from './verify.ts';
import type { Verified } from './verify.ts';

/** The exit codes. 2 means that it could not be compared; the caller sets it. */
export const verifyCodes = { clean: 0, fault: 1, failed: 2, interrupted: 130 } as const;

export interface VerifyTexts {
  comparing(entries: number): string;
  intact(entries: number, sealedTo: number, sealedTime: string | null): string;
  fault: Record<LogFault['kind'], (entry: number | null, seal: string | null) => string>;
  accepted(kind: LogFault['kind'], entry: number | null): string;
  interrupted: string;
  /** After `--accept`. */
  nothingToAccept: string;
  nowAccepted: string;
  busy: string;
}

const tellEveryMs = 10_000;

/** It works with or without a running server. Returns the exit code; throws if the database or the store cannot be used. */
export async function runVerifyLog(
  config: Config,
  { say, texts, accept = false, signal }: { say: (line: string) => void; texts: VerifyTexts; accept?: boolean; signal?: AbortSignal },
): Promise<number> {
  const opened = await openDatabase({ ...config, poolSize: 2 }, { beside: true });
  try {
    await requireMigrated(opened.kysely);
    const store = await openToLook(config.store);
    try {
      let next = performance.now() + tellEveryMs;
      const tell = (compared: number): void => {
        if (performance.now() < next) return;
        next = performance.now() + tellEveryMs;
        say(texts.comparing(compared));
      };
      const verified = await verifyLog({ database: opened.kysely, store, signal, tell });
      const code = report(verified, say, texts);
      if (!accept) return code;
      if (verified.fault === null) say(texts.nothingToAccept);
      if (verified.fault === null) return code;
      const accepted = await acceptLog({ database: opened.kysely, store }, verified.fault);
      say(accepted ? texts.nowAccepted : texts.busy);
      return accepted ? verifyCodes.clean : verifyCodes.failed;
    } catch (error) {
      if (!signal?.aborted) throw error;
      say(texts.interrupted);
      return verifyCodes.interrupted;
    } finally {
      await store.close();
    }
  } finally {
    await opened.stop();
  }
}

function report(
  { fault, seal, compared, sealedTo, sealedTime, accepted }: Verified,
  say: (line: string) => void,
  texts: VerifyTexts,
): number {
  if (accepted) say(texts.accepted(accepted.kind, accepted.entry));
  say(fault ? texts.fault[fault.kind](fault.entry, seal) : texts.intact(compared, sealedTo, sealedTime));
  return fault ? verifyCodes.fault : verifyCodes.clean;
}
