import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { ItemOutcome } from './files.ts';

export type TaskKind = 'move' | 'copy';
export type TaskState = 'waiting' | 'running' | 'done' | 'failed' | 'cancelled';

/** Background work that outlasts its call. */
export interface Task {
  taskId: string;
  kind: TaskKind;
  state: TaskState;
  /** The name of the first item. */
  itemName: string;
  /** The number of items in the request. */
  items: number;
  targetName: string;
  targetParentId: string;
  /** Files and folders, counting everything below. */
  done: number;
  total: number;
  createTime: string;
  endTime: string | null;
  /** Why the whole task failed, in the caller's language. */
  error: string | null;
  /** The items that failed. */
  failed: Extract<ItemOutcome, { done: false }>[];
}

export const list = call<Task[]>()({
  name: 'task.list',
  method: 'GET',
  path: '/disk/api/task/list',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ t: fields.timestamp }),
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
  summary: 'Cancels a task. Finished items stay; the item in progress is rolled back.',
});
