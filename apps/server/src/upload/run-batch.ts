import type { EachAnswer } from '@alcove/contract';
import { refusalOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';

/** How many items of one call run at the same time. It is less than the number of connections, so that other calls are not blocked. */
const atOnce = 4;

/**
 * Does for each item what the single call does. A refusal becomes the answer of its item. An unexpected error fails the whole call, which
 * can be repeated.
 */
export async function runBatch<Item, Data>(
  items: readonly Item[],
  { language }: UserContext,
  work: (item: Item) => Promise<Data>,
): Promise<EachAnswer<Data>[]> {
  const answers: EachAnswer<Data>[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    for (let index = next++; index < items.length; index = next++) {
      try {
        answers[index] = { done: true, data: await work(items[index]!) };
      } catch (error) {
        answers[index] = { done: false, ...refusalOf(error, language) };
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return answers;
}
