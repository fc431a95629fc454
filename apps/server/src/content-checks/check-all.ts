/** Reads all stored contents once, from the beginning, and counts as a pass of the standing check. */
import { contentsAfter } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { SpeedLimits } from '../storage/index.ts';
import { beginPass, finishPass } from './check-queries.ts';
import { lookAgain } from './look-again.ts';
import type { Damage, LookDeps } from './look-again.ts';

const rowsAtOnce = 200;

export interface CheckAllDeps extends Omit<LookDeps, 'limits' | 'beforePiece'> {
  /** Called once, with the size of all contents. */
  begun: (bytes: number) => void;
  read: (bytes: number) => void;
  found: (damage: Damage) => void;
}

/** Returns how many contents were read. */
export async function checkAll(deps: CheckAllDeps): Promise<{ contents: number; bytes: number }> {
  const { database, store, signal } = deps;
  const limits = new SpeedLimits();
  deps.begun(await beginPass(database));
  let [contents, bytes] = [0, 0];
  const page = (after: StoredContent | null) => contentsAfter(database, store.bucket, after?.id ?? null, rowsAtOnce);
  for (let rows = await page(null); rows.length > 0; rows = await page(rows.at(-1)!))
    for (const content of rows) {
      signal?.throwIfAborted();
      const damage = await lookAgain({ ...deps, limits }, content);
      if (damage) deps.found(damage);
      contents += 1;
      bytes += content.size;
      deps.read(content.size);
    }
  await finishPass(database);
  return { contents, bytes };
}
