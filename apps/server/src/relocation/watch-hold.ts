/** What a process knows of the hold: whether it may change anything at the moment. */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Signals, Tables } from '../database/index.ts';
import { isHeld } from './change-lock-queries.ts';

export interface Hold {
  /** No change is made at the moment. */
  isHeld(): boolean;
  /** Called when that changes. */
  whenChanged(listener: () => void): void;
  stop(): void;
}

/** While changes are held, and while signals may be missed: a killed command sends none. */
const askEveryMs = 500;

export async function watchHold(database: Kysely<Tables>, signals: Signals, logger: Logger): Promise<Hold> {
  const listeners: (() => void)[] = [];
  let held = await isHeld(database);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    let failed = false;
    try {
      const now = await isHeld(database);
      if (now !== held && !stopped) {
        held = now;
        logger.warn(held ? 'changes are held: the system is being moved' : 'changes are let go again');
        for (const listener of listeners) listener();
      }
    } catch (error) {
      failed = true;
      if (!stopped) logger.warn({ err: error }, 'cannot find out whether changes are held');
    }
    again(failed);
  };
  const again = (failed = false): void => {
    clearTimeout(timer);
    if (!stopped && (held || failed || !signals.isHeard())) timer = setTimeout(() => void ask(), askEveryMs);
  };
  signals.hear('alcove_hold', () => void ask());
  signals.whenLost(() => void ask());
  again();
  return {
    isHeld: () => held,
    whenChanged: (listener) => void listeners.push(listener),
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
