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

interface Deps {
  database: Kysely<Tables>;
  signals: Signals;
  logger: Logger;
  /** What this process serves was moved to another place. */
  isMoved: () => Promise<boolean>;
  /** Called once. From then on changes are held for ever. */
  onMoved: () => void;
}

export async function watchHold({ database, signals, logger, isMoved, onMoved }: Deps): Promise<Hold> {
  const listeners: (() => void)[] = [];
  let held = await isHeld(database);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const ask = async (): Promise<void> => {
    clearTimeout(timer);
    let failed = false;
    try {
      const now = await isHeld(database);
      if (await isMoved()) return leave();
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
  const leave = (): void => {
    if (stopped) return;
    stopped = true;
    logger.fatal('the files or the database were moved to another place: this process stops');
    onMoved();
  };
  const again = (failed = false): void => {
    clearTimeout(timer);
    if (!stopped && (held || failed || !signals.isHeard())) timer = setTimeout(() => void ask(), askEveryMs);
  };
  signals.hear('alcove_hold', () => void (stopped || ask()));
  signals.whenLost(() => void (stopped || ask()));
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
