import { calls } from '@alcove/contract';
import type { PlacingTask, TaskProgress } from '@alcove/contract';
import type { Client } from './client.ts';

/** Their moves and copies that are tasks, the newest first. */
export async function placingTasks(client: Client): Promise<(TaskProgress & PlacingTask)[]> {
  return (await client.call(calls.task.list, {})).filter(
    (task): task is TaskProgress & PlacingTask => task.kind === 'move' || task.kind === 'copy',
  );
}
