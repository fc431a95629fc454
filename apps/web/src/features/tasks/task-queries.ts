import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { refetch, call } from '../../api/index.ts';

export const tasksKey = ['tasks'] as const;

/** Live events report tasks; polling covers for lost events while a task is running. */
export const taskList = queryOptions({
  queryKey: tasksKey,
  queryFn: ({ signal }) => call(calls.task.list, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.some((task) => task.endTime === null) ? 2000 : false),
});

export const tasksChanged = (): void => void refetch(tasksKey);
