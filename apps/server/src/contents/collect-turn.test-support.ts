import { removeDue, sweepStrays } from '../removal/index.ts';
import type { RemovalDeps } from '../removal/index.ts';
import { collectUnneeded } from './collect-content.ts';

/** A negative age, because the store's clock may be ahead of ours. */
const anyAge = -60_000;

/** Collects and removes without grace time. Returns how many contents were collected. */
export async function collectTurn(deps: RemovalDeps): Promise<number> {
  const collected = await collectUnneeded(deps, { graceMs: 0 });
  await sweepStrays(deps, { leastAgeMs: anyAge, waitMs: 0 });
  await removeDue(deps);
  return collected;
}
