/** What watches the log in the background: whether it is sealed in time, and whether it is still what was sealed. */
import type { AlarmDeps } from './alarm.ts';
import { alarm } from './alarm.ts';
import { oldestAfter, readState, setChecked, setLate } from './state-queries.ts';
import { latestMs, verifyLog } from './verify.ts';
import type { VerifyDeps } from './verify.ts';

/** For `/metrics`, as this process has read it last. */
export interface SealFigures {
  /** How old the oldest entry is that is not sealed; 0 if all are. */
  unsealedSeconds: number;
  /** How many faults were found since the installation. */
  faults: number;
}

export const newFigures = (): SealFigures => ({ unsealedSeconds: 0, faults: 0 });

/** Raises an alarm if entries wait too long. `graceful`: this process has just begun, so what waited meanwhile is no fault yet. */
export async function watchSeals(deps: AlarmDeps & { sealFigures: SealFigures }, { graceful }: { graceful: boolean }): Promise<0> {
  const { database, sealFigures } = deps;
  const state = await readState(database);
  const oldest = await oldestAfter(database, state?.sealed_to ?? 0);
  const late = oldest !== null && oldest.ageMs > latestMs;
  Object.assign(sealFigures, { unsealedSeconds: Math.round((oldest?.ageMs ?? 0) / 1000), faults: state?.faults ?? 0 });
  // Where nothing is sealed because of a fault that was told, this is no other one.
  const told = state?.sealing_fault != null || state?.checking_fault != null;
  if (late && graceful) return 0;
  await alarm(deps, late && !told ? { kind: 'notSealed', entry: oldest.entry } : null, (transaction) => setLate(transaction, late));
  return 0;
}

/** Compares a part of the log with its seals, and goes on there the next time. Returns 0, so that it does not begin again at once. */
export async function compareSome(deps: AlarmDeps & VerifyDeps, { mostMs = 60_000 }: { mostMs?: number } = {}): Promise<0> {
  const state = await readState(deps.database);
  const verified = await verifyLog(deps, { afterSeal: state?.checked_key ?? null, mostMs });
  const { lastSeal: key, checkedTo, through } = verified;
  // What waits for too long is the other watch's.
  const fault = verified.fault?.kind === 'notSealed' ? null : verified.fault;
  await alarm(deps, fault, (transaction) => setChecked(transaction, { key, checkedTo, fault, through: through && !fault }));
  return 0;
}
