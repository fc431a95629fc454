import { queryOptions } from '@tanstack/react-query';
import { calls } from '@alcove/contract';
import { refetch, call } from '../../api/index.ts';

export const tasksKey = ['tasks'] as const;

/** Tasks are told of by live events; without them they are asked about while any is under way. */
export const taskList = queryOptions({
  queryKey: tasksKey,
  queryFn: ({ signal }) => call(calls.task.list, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.some((task) => task.endTime === null) ? 2000 : false),
});

export const tasksChanged = (): void => void refetch(tasksKey);
