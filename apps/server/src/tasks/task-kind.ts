/** A kind of task, as its domain declares it. Everything here works on tasks without knowing what their kinds mean. */
import type { Transaction } from 'kysely';
import type { Language, SpaceId, TaskWords } from '@alcove/contract';
import { z } from 'zod';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';

/**
 * `Input` is what a task works on, as it was requested. `Outcome` is the outcome of one item, which is what one transaction finishes: a kind
 * with many rows takes some hundreds of them as one item. Both are stored as JSON, and an earlier release may have stored them. They are
 * read whenever the owner's tasks are listed, so they name large data instead of holding it.
 */
export interface TaskKindOf<Input, Outcome> {
  /** Stored with each task: camel case, up to 40 letters and digits. */
  name: string;
  /** They read back what is stored. */
  input: z.ZodType<Input>;
  outcome: z.ZodType<Outcome>;
  /** What the task list tells the owner beside the progress. */
  describe(input: Input, outcomes: readonly Outcome[], language: Language): TaskWords;
  /** A task with this many finished items can no longer be canceled. Without it, every task can. */
  pointOfNoReturn?(input: Input): number;
}

/** How a task that is being worked on reports what it does. */
export interface TaskSteps<Outcome> {
  taskId: string;
  ownerId: string;
  /** Call it before each attempt at the `index`-th item. It resets the progress that an earlier attempt at this item reported. */
  begin(index: number): void;
  /**
   * Reports that this many more rows are done. Throws if the task was canceled or the server stops, which rolls back the open transaction.
   */
  advance(rows: number): Promise<void>;
  /** Charges quota to a space, first from what is reserved for the task. False if not enough is left. */
  charge(transaction: Transaction<Tables>, spaceId: SpaceId, bytes: number): Promise<boolean>;
  /**
   * Stores the outcome of the `index`-th item. Call it in the transaction that does the work, so that a crash repeats nothing. Throws if
   * the task was canceled, or if another process has done this item.
   */
  finish(transaction: Transaction<Tables>, index: number, outcome: Outcome): Promise<void>;
}

export interface TaskRun<Input, Outcome> extends TaskSteps<Outcome> {
  input: Input;
  /** Of the items that earlier attempts have finished, in their order. The work continues after them. */
  outcomes: readonly Outcome[];
}

export interface StoredTask {
  input: unknown;
  outcomes: readonly unknown[];
}

/** A kind that this process can work on. Its types are known to its domain only. */
export interface TaskKind {
  name: string;
  /** Throws TASK_UNREADABLE. */
  describe(stored: StoredTask, language: Language): TaskWords;
  /** With this many finished items, it can no longer be canceled; null: it always can. Throws TASK_UNREADABLE. */
  pointOfNoReturn(stored: StoredTask): number | null;
  /** Throws TASK_UNREADABLE, and what the domain's work throws. */
  work(stored: StoredTask, steps: TaskSteps<unknown>): Promise<void>;
}

/** By name. */
export type TaskKinds = ReadonlyMap<string, TaskKind>;

/** Binds a kind to the work that does its tasks. */
export function taskKind<Input, Outcome>(
  kind: TaskKindOf<Input, Outcome>,
  work: (run: TaskRun<Input, Outcome>) => Promise<void>,
): TaskKind {
  const outcomes = z.array(kind.outcome);
  const read = (stored: StoredTask) => ({ input: readBack(kind.input, stored.input), outcomes: readBack(outcomes, stored.outcomes) });
  return {
    name: kind.name,
    describe(stored, language) {
      const { input, outcomes } = read(stored);
      return kind.describe(input, outcomes, language);
    },
    pointOfNoReturn: (stored) => kind.pointOfNoReturn?.(read(stored).input) ?? null,
    work: (stored, steps) => work({ ...steps, ...read(stored) }),
  };
}

function readBack<Value>(schema: z.ZodType<Value>, stored: unknown): Value {
  const { data, error } = schema.safeParse(stored);
  if (error) throw new Failure('TASK_UNREADABLE', {}, error);
  return data as Value;
}

/** Throws if two kinds have one name. */
export function kindsByName(kinds: readonly TaskKind[]): TaskKinds {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  if (byName.size < kinds.length) throw new Error(`Two kinds of tasks have one name: ${kinds.map(({ name }) => name).join(', ')}`);
  return byName;
}
