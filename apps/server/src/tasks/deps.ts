import type { Kysely, Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { FailureCode, TaskKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** What a task works on, as it was requested. */
export interface TaskInput {
  instanceIds: string[];
  targetParentId: string;
  /** The names that the person sees while the task runs. */
  itemName: string;
  targetName: string;
}

/** The outcome of one item. */
export type StoredOutcome =
  { instanceId: string; done: true } | { instanceId: string; done: false; code: FailureCode; details: Record<string, string | number> };

/** A task while it runs. */
export interface TaskRun {
  ownerId: string;
  input: TaskInput;
  /** How many items earlier attempts have finished. */
  finished: number;
  /** Call it before each attempt at the `index`-th item. It resets the progress that an earlier attempt at this item reported. */
  begin(index: number): void;
  /**
   * Reports that this many more rows are done. Throws if the task was canceled or the server stops, which rolls back the open transaction.
   */
  advance(rows: number): Promise<void>;
  /** Charges quota to a space, first from what is reserved for the task. False if not enough is left. */
  charge(transaction: Transaction<Tables>, spaceId: string, bytes: number): Promise<boolean>;
  /**
   * Stores the outcome of the `index`-th item. Call it in the transaction that does the work, so that a crash repeats nothing. Throws if
   * the task was canceled.
   */
  finish(transaction: Transaction<Tables>, index: number, outcome: StoredOutcome): Promise<void>;
}

export type TaskHandler = (run: TaskRun) => Promise<void>;

export interface TaskDeps {
  database: Kysely<Tables>;
  logger: Logger;
  handlers: Readonly<Record<TaskKind, TaskHandler>>;
}
