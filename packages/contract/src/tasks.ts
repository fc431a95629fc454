import { z } from 'zod';
import type { ManagedFilesTask } from './admin-files.ts';
import type { OffboardingTask } from './admin-offboarding.ts';
import type { PeopleImportTask } from './admin-people-sheets.ts';
import type { ClearingTask } from './admin-recycle.ts';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { PlacingTask } from './move-copy.ts';

export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** What a task of any kind tells. */
export interface TaskProgress {
  taskId: string;
  state: TaskState;
  /** Counted in what the kind of the task works on. */
  done: number;
  total: number;
  createTime: string;
  endTime: string | null;
  /** Why the whole task failed, in the caller's language. */
  error: string | null;
}

/** A task of another release, which this one cannot describe. */
export interface OtherTask {
  kind: 'other';
}

/** What a task of one kind tells beside its progress. Each kind is declared in its own file and listed here. */
export type TaskWords = PlacingTask | PeopleImportTask | OffboardingTask | ClearingTask | ManagedFilesTask | OtherTask;

/** Background work that outlasts its call. */
export type Task = TaskProgress & TaskWords;

export const list = call<Task[]>()({
  name: 'task.list',
  method: 'GET',
  path: '/disk/api/task/list',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: "The caller's unfinished tasks and those that ended in the last ten minutes, newest first.",
});

export const cancel = call<null>()({
  name: 'task.cancel',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/task/cancel',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ taskId: fields.id }),
  log: { deed: 'change', of: { task: 'taskId' } },
  summary: 'Cancels a task. Finished items stay; the item in progress is rolled back.',
});
