/// <reference types="node" />
import { QueryClient } from '@tanstack/react-query';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadMore } from './more-pages.ts';

/** A list of numbers, two a page, that answers when it is let go. `first` is what it begins with. */
function slowList() {
  const queries = new QueryClient();
  const waiting: (() => void)[] = [];
  const state = { first: 0 };
  const list = {
    queryKey: ['numbers'],
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      signal.throwIfAborted();
      return [state.first + pageParam, state.first + pageParam + 1];
    },
    initialPageParam: 0,
    getNextPageParam: (_last: number[], pages: number[][]) => (pages.length < 3 ? pages.length * 2 : null),
    retry: false,
  };
  /** Lets requests go until nothing is under way. */
  const answer = async (work: Promise<unknown>): Promise<void> => {
    let done = false;
    void work.finally(() => (done = true));
    for (; !done; await new Promise(setImmediate)) waiting.shift()?.();
  };
  const shown = (): number[] => queries.getQueryData<{ pages: number[][] }>(['numbers'])!.pages.flat();
  const change = (first: number): Promise<void> => {
    state.first = first;
    return queries.invalidateQueries({ queryKey: ['numbers'], refetchType: 'all' });
  };
  return { queries, list, answer, shown, change };
}

test('a change while the next page is under way keeps it from nobody', async () => {
  const { queries, list, answer, shown, change } = slowList();
  await answer(queries.fetchInfiniteQuery(list));
  const more = loadMore(queries, list);
  await new Promise(setImmediate);
  await answer(Promise.all([more, change(10)]));
  assert.deepEqual(shown(), [10, 11, 12, 13]);
});

test('the next page waits for what has changed, and loses none of it', async () => {
  const { queries, list, answer, shown, change } = slowList();
  await answer(queries.fetchInfiniteQuery(list));
  const changed = change(10);
  await new Promise(setImmediate);
  await answer(Promise.all([changed, loadMore(queries, list)]));
  assert.deepEqual(shown(), [10, 11, 12, 13]);
});

test('it is asked for once a press, up to the end of the list, and not again after a failure', async () => {
  const { queries, list, answer, shown } = slowList();
  await answer(queries.fetchInfiniteQuery(list));
  await answer(Promise.all([loadMore(queries, list), loadMore(queries, list)]));
  assert.equal(shown().length, 4);
  const refused = { ...list, queryFn: () => Promise.reject(new Error('refused')) };
  await loadMore(queries, refused);
  assert.equal(shown().length, 4);
  for (let press = 0; press < 2; press += 1) await answer(loadMore(queries, list));
  assert.deepEqual(shown(), [0, 1, 2, 3, 4, 5]);
});
