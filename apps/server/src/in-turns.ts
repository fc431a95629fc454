import { setImmediate as othersTurn } from 'node:timers/promises';

/** How long one piece of work may block the event loop, in milliseconds. */
const stretchMs = 8;

/**
 * For long work on the event loop: call the returned function between two steps. If the work has run for too long, it returns a promise to
 * await, so that other work can run. Otherwise it returns undefined, because awaiting even a resolved promise takes time.
 */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since <= stretchMs) return undefined;
    return othersTurn().then(() => void (since = performance.now()));
  };
}

/** Iterates over many items, and lets other work run in between. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  const next = turns();
  for (const item of items) {
    await next();
    yield item;
  }
}

/** Maps the items one after the other, in order. */
export async function mapInTurns<Item, Made>(items: Iterable<Item>, make: (item: Item) => Made | Promise<Made>): Promise<Made[]> {
  const made: Made[] = [];
  for await (const item of inTurns(items)) made.push(await make(item));
  return made;
}
