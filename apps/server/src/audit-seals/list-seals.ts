/** Where seals are, for whoever copies a store. */
import type { ObjectStore } from '../storage/index.ts';
import { dayBeside, keyOf, pieceKey } from './seal-keys.ts';

/** The keys of all seals, and of their pieces, from this day up to the day after `today`. A store cannot list by key in every kind. */
export async function* sealKeysFrom(store: ObjectStore, from: string, today: string): AsyncGenerator<string> {
  const isThere = async (key: string): Promise<boolean> => (await store.head(key, { fresh: true })) !== null;
  for (let day = from; day <= dayBeside(today, 1); day = dayBeside(day, 1))
    for (let number = 1; ; number += 1) {
      const key = keyOf({ day, number });
      let pieces = 0;
      while (await isThere(pieceKey(key, pieces + 1))) {
        pieces += 1;
        yield pieceKey(key, pieces);
      }
      const whole = await isThere(key);
      if (whole) yield key;
      if (!whole && pieces === 0) break;
    }
}
