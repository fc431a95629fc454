import { setImmediate as othersTurn } from 'node:timers/promises';

/** After so long others have their turn, in milliseconds. */
const stretchMs = 8;

/** Goes through many things that each take a little time; in between, whoever waits for the event loop is served. */
export async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    if (performance.now() - since > stretchMs) {
      await othersTurn();
      since = performance.now();
    }
    yield item;
  }
}
