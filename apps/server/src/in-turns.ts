import { setImmediate as othersTurn } from 'node:timers/promises';

/** After so long others have their turn, in milliseconds. */
const stretchMs = 8;

/**
 * Of one long work: what this answers is asked between its steps. Where others waited for the event loop long enough, a promise of the
 * next turn, which is to be awaited; else nothing, for even a kept promise takes its time.
 */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since <= stretchMs) return undefined;
    return othersTurn().then(() => void (since = performance.now()));
  };
}

/** Goes through many things that each take a little time; in between, whoever waits for the event loop is served. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  const next = turns();
  for (const item of items) {
    await next();
    yield item;
  }
}

/** What each becomes, one after the other, in the order of the things. */
export async function mapInTurns<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made | Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for await (const item of inTurns(items)) made.push(await make(item));
  return made;
}
