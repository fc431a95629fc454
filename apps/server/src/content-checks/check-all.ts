/**
 * Reads all stored contents at once, and counts as a pass of the standing check: it has the turn meanwhile and keeps how far it has come, so a
 * killed one is followed there.
 */
import { randomUUID } from 'node:crypto';
import { contentsAfter } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { inLanes } from '../integrity-check/index.ts';
import { SpeedLimits } from '../storage/index.ts';
import { beginPass, endTurn, finishPass, setCheckedTo, sumAfter, takeTurn } from './check-queries.ts';
import { heldMs, keptMs } from './check-some.ts';
import { inOrder } from './in-order.ts';
import { lookAgain } from './look-again.ts';
import type { Damage, LookDeps } from './look-again.ts';

const rowsAtOnce = 200;
/** Most contents are small, and a store far away answers each only after a while. */
const readAtOnce = 8;

export interface CheckAllDeps extends Omit<LookDeps, 'limits' | 'beforePiece'> {
  /** Goes on where a pass stopped that is not through. */
  resume: boolean;
  /** Called once, with the size of all contents that are to be read. */
  begun: (bytes: number) => void;
  read: (bytes: number) => void;
  /** Called in the order of the contents. */
  found: (damage: Damage) => void;
}

/** Returns how many contents were read. */
export async function checkAll(deps: CheckAllDeps): Promise<{ contents: number; bytes: number }> {
  const { database, store, signal } = deps;
  const holder = randomUUID();
  const pass = (await takeTurn(database, holder, heldMs, { anyway: true }))!;
  let checkedTo = deps.resume && pass.begun ? pass.checked_to : null;
  deps.begun(checkedTo === null ? (await beginPass(database)).bytes : await sumAfter(database, checkedTo));
  let keptAt = performance.now();
  const keep = async (): Promise<void> => {
    keptAt = performance.now();
    await takeTurn(database, holder, heldMs);
    if (checkedTo !== null) await setCheckedTo(database, holder, checkedTo);
  };
  const beforePiece = async (): Promise<void> => {
    if (performance.now() - keptAt >= keptMs) await keep();
  };
  const looking: LookDeps = { ...deps, limits: new SpeedLimits(), beforePiece };
  let [contents, bytes] = [0, 0];
  try {
    for (;;) {
      const page: StoredContent[] = await contentsAfter(database, store.bucket, checkedTo, rowsAtOnce);
      if (page.length === 0) break;
      const ended = inOrder<Damage | null>((damage, index) => {
        checkedTo = page[index]!.id;
        if (damage) deps.found(damage);
      });
      await inLanes([...page.entries()], readAtOnce, async ([index, content]) => {
        signal?.throwIfAborted();
        ended(index, await lookAgain(looking, content));
        contents += 1;
        bytes += content.size;
        deps.read(content.size);
      });
    }
    await finishPass(database);
    return { contents, bytes };
  } finally {
    if (checkedTo !== null) await setCheckedTo(database, holder, checkedTo);
    await endTurn(database, holder);
  }
}
