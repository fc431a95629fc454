import type { Kysely } from 'kysely';
import { lockAccounts } from '../accounts/index.ts';
import type { LockedAccount } from '../accounts/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { newId } from '../ids.ts';
import { mapInTurns } from '../in-turns.ts';
import { lockFirstSignIns } from '../platforms/index.ts';
import { administerForCompany } from '../roles/index.ts';
import { personSearchText } from '../search-text.ts';
import type { SyncDeps, Working } from './deps.ts';
import { findLeavers, findTold, settle } from './entry-queries.ts';
import type { Settled, ToldEntry } from './entry-queries.ts';
import { judgePerson } from './judge-person.ts';
import { matchesAccounts } from './person-queries.ts';
import { applied, freezePeople, writePeople } from './write-people.ts';
import type { Applied, Written } from './write-people.ts';

/** The accounts of one transaction. Meanwhile nobody else changes accounts or roles, so it takes less than a second. */
const setSize = 500;

/** Does what a run has planned for people, set by set, each in one transaction. Whoever leaves is frozen first. */
export async function applyPeople(deps: SyncDeps, run: Working): Promise<void> {
  await inSets(
    run,
    (after) => findLeavers(deps.database, run, after, setSize),
    (places) => freeze(deps.database, run, places),
    deps.database,
  );
  await inSets(
    run,
    (after) => findTold(deps.database, run, { after, limit: setSize, planned: applied }),
    (entries) => applySet(deps, run, entries),
    deps.database,
  );
}

/**
 * A set is refused as a whole if the company would lose its last administrator, or its administrators their way in. Then its entries are done one by
 * one, and those that are refused again stay as they are.
 */
async function inSets<Entry extends { place: number }>(
  run: Working,
  next: (after: number) => Promise<Entry[]>,
  work: (entries: readonly Entry[]) => Promise<void>,
  database: Kysely<Tables>,
): Promise<void> {
  for (let after = -1; ;) {
    await run.check();
    const entries = await next(after);
    const last = entries.at(-1);
    if (!last) return;
    await work(entries).catch(async (error: unknown) => {
      if (!isLockOut(error)) throw error;
      for (const entry of entries)
        await work([entry]).catch(async (refused: unknown) => {
          if (!isLockOut(refused)) throw refused;
          await database
            .transaction()
            .execute((transaction) =>
              settle(transaction, run.runId, [{ place: entry.place, objectId: null, conflict: 'lastAdministrator' }]),
            );
        });
    });
    after = last.place;
  }
}

const isLockOut = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'LAST_ADMINISTRATOR' || error.code === 'ALLOWLIST_LOCKS_ADMINISTRATORS');

async function freeze(database: Kysely<Tables>, { runId }: Working, leavers: readonly { place: number; userId: string }[]): Promise<void> {
  await administerForCompany(database, async (transaction) => {
    const ids = await freezePeople(
      transaction,
      leavers.map(({ userId }) => userId),
    );
    await settle(
      transaction,
      runId,
      leavers.map(({ place, userId }) => ({ place, objectId: userId, conflict: ids.has(userId) ? null : 'changedMeanwhile' })),
    );
  });
}

/** The accounts may have changed since the plan was made, so each is judged again. */
async function applySet({ database, serviceConfig }: SyncDeps, run: Working, planned: readonly ToldEntry[]): Promise<void> {
  const { runId, platformId } = run;
  const { defaultQuotaBytes } = await serviceConfig();
  const matches = await matchesAccounts(database, platformId);
  const searchTexts = new Map(
    await mapInTurns(
      planned.filter(({ change }) => change === 'new'),
      async ({ subject, told }) => [subject, await personSearchText({ accountName: told.accountName, realName: told.realName })] as const,
    ),
  );
  const [first, last] = [planned[0]!.place, planned.at(-1)!.place];
  await administerForCompany(database, async (transaction) => {
    await lockFirstSignIns(transaction, platformId);
    const known = planned.flatMap(({ linked, named }) => (linked ?? named)?.userId ?? []);
    const accounts = new Map((await lockAccounts(transaction, [...new Set(known)])).map((one) => [one.userId, one]));
    const entries = await findTold(transaction, run, { after: first - 1, limit: last - first + 1, planned: applied });
    const wanted = new Set(planned.map(({ place }) => place));
    const judged = entries.filter(({ place }) => wanted.has(place)).map((entry) => judgeAgain(entry, matches, accounts));
    const people = judged.flatMap(({ entry, change, userId, differs }): (Written & { place: number })[] =>
      change === null ? [] : [{ ...entry, change, differs, userId: userId ?? newId() }],
    );
    const made = await writePeople(transaction, { platformId, quotaBytes: defaultQuotaBytes }, people, { accounts, searchTexts });
    const idOf = new Map(people.map(({ place, userId }) => [place, userId]));
    await settle(
      transaction,
      runId,
      judged.map(({ entry, change, userId, settled }): Settled => {
        if (change !== 'new') return { ...settled, objectId: userId };
        const id = idOf.get(entry.place)!;
        return made.has(id) ? { ...settled, objectId: id } : { ...settled, conflict: 'changedMeanwhile' };
      }),
    );
  });
}

interface Judged {
  entry: ToldEntry;
  /** Null: nothing is done. */
  change: Applied | null;
  userId: string | null;
  differs: boolean;
  settled: Settled;
}

function judgeAgain(entry: ToldEntry, matches: boolean, accounts: ReadonlyMap<string, LockedAccount>): Judged {
  const now = judgePerson(entry.told, { ...entry, matchesAccounts: matches });
  const userId = 'userId' in now ? now.userId : null;
  const settled = { place: entry.place, objectId: userId, conflict: null };
  const nothing = { entry, change: null, userId, differs: false };
  if (now.change === 'same') return { ...nothing, settled };
  if (now.change === 'conflict') return { ...nothing, settled: { ...settled, conflict: now.conflict } };
  const account = userId === null ? undefined : accounts.get(userId);
  const isOther = now.change !== entry.change || (userId !== null && !account);
  if (isOther || now.change === 'leave') return { ...nothing, settled: { ...settled, conflict: 'changedMeanwhile' } };
  // Their things are being handed over: they do not come back.
  if (now.change === 'return' && account!.leaving) return { ...nothing, settled: { ...settled, conflict: 'accountLeft' } };
  return { entry, change: now.change, userId, differs: now.change !== 'new' && now.differences.length > 0, settled };
}
