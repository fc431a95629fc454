import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { FailureCode, TaskKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** What a task works on, as it was asked for. */
export interface TaskInput {
  instanceIds: string[];
  targetParentId: string;
  /** What the person is shown while it works. */
  itemName: string;
  targetName: string;
}

/** What became of one of its items. */
export type StoredOutcome =
  { instanceId: string; done: true } | { instanceId: string; done: false; code: FailureCode; details: Record<string, string | number> };

/** A task while it is worked on. */
export interface TaskRun {
  ownerId: string;
  input: TaskInput;
  /** The items that an earlier try has finished already. */
  finished: number;
  /** Before the work on its `index`-th item, each time: what an earlier try at it told of is taken back. */
  begin(index: number): void;
  /** Tells that so many rows more are done. Throws when it was cancelled or the server stops: what is open then is taken back. */
  advance(rows: number): Promise<void>;
  /** Charges a space, first what is reserved for the task. False when there is not enough room. */
  charge(transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean>;
  /** Keeps the outcome of its `index`-th item in the transaction that brings it about, so that a crash repeats none. */
  finish(transaction: Transaction<Tables>, index: number, outcome: StoredOutcome): Promise<void>;
}

export type TaskHandler = (run: TaskRun) => Promise<void>;

export interface TaskDeps {
  database: Kysely<Tables>;
  logger: Logger;
  handlers: Readonly<Record<TaskKind, TaskHandler>>;
}
