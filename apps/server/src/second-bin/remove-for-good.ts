/**
 * Deletes for good what was marked or whose term ended, in small steps. Each step is a transaction that may be interrupted and repeated. The
 * bytes leave the store later, as all content that nothing refers to (docs/decisions/0046).
 */
import type { Kysely, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { deleteInstances, deleteReferences, lockTrees } from '../files/index.ts';
import { notify } from '../notices/index.ts';
import { administratorsWith } from '../roles/index.ts';
import { countForBrake, countGone, countHeld, lockHour, setTold } from './brake-queries.ts';
import { mostADay, withinBrake } from './brake.ts';
import type { SecondBinDeps } from './deps.ts';
import { expire, findGoing, isAnyDue, lockDue, lockGoing, postpone, setGoing, someEmptyOf, someFilesOf } from './removal-queries.ts';
import type { GoingEntry } from './removal-queries.ts';

type RemovalDeps = Pick<SecondBinDeps, 'database' | 'logger' | 'serviceConfig'>;

/** Rows per step, so that it holds its locks only for a moment. */
const stepRows = 500;
const entriesAtOnce = 200;

/** Takes the next steps. Returns more than 0 if there was something to do. */
export async function emptySecondBin(deps: RemovalDeps, rows = stepRows): Promise<number> {
  const expired = await expireOld(deps);
  const begun = await begin(deps);
  return expired + begun + (await removeSome(deps.database, rows));
}

async function expireOld({ database, serviceConfig }: RemovalDeps): Promise<number> {
  const { secondBinDays: days } = await serviceConfig();
  return database.transaction().execute(async (transaction) => {
    const ids = await expire(transaction, { days, most: stepRows });
    await enterAs(transaction, factsOfSystem('system.expireSecondBin'), entriesOf(ids));
    return ids.length;
  });
}

const entriesOf = (ids: readonly string[]) => ids.map((id) => ({ kind: 'binEntry' as const, id }));

/** From here on, what goes cannot be restored. What the brake holds waits, and its administrators are told once a day. */
async function begin({ database, logger, serviceConfig }: RemovalDeps): Promise<number> {
  if (!(await isAnyDue(database))) return 0;
  const config = await serviceConfig();
  return database.transaction().execute(async (transaction) => {
    await lockHour(transaction);
    const { files, gone } = await countForBrake(transaction);
    const most = mostADay(config, files);
    const left = Math.max(0, most - gone);
    const going = withinBrake(await lockDue(transaction, { left, most: entriesAtOnce }), left);
    const ids = going.map(({ id }) => id);
    const counted = going.reduce((sum, entry) => sum + entry.files, 0);
    await setGoing(transaction, ids);
    await enterAs(transaction, factsOfSystem('system.deleteForGood'), entriesOf(ids));
    await countGone(transaction, counted);
    const held = await countHeld(transaction, left - counted);
    if (held > 0 && (await setTold(transaction))) {
      logger.error(
        { files: held, mostADay: most },
        'unusually many files are to be deleted for good: what is over the limit of a day waits',
      );
      await notify(transaction, await administratorsWith(transaction, 'secondBin.remove'), {
        kind: 'secondBinHeld',
        data: { files: held, most },
      });
    }
    return ids.length;
  });
}

/** Deletes some of the rows. Files with entries of their own go together; of the folders, one at a time. */
async function removeSome(database: Kysely<Tables>, rows: number): Promise<number> {
  const entries = await findGoing(database, entriesAtOnce);
  const files = entries.filter((entry) => entry.is_file).slice(0, rows);
  let done = files.length > 0 ? await removeFiles(database, files) : 0;
  for (const folder of entries.filter((entry) => !entry.is_file)) done += await removeSomeOf(database, folder, rows);
  return done;
}

const removeFiles = (database: Kysely<Tables>, files: readonly GoingEntry[]): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    await lockTrees(
      transaction,
      files.map((file) => file.space_id),
    );
    await lockContents(
      transaction,
      files.map((file) => file.instance_id),
    );
    const ids = await lockGoing(
      transaction,
      files.map(({ id }) => id),
    );
    await deleteForGood(transaction, ids);
    return ids.length;
  });

/** Under the lock of the tree nobody restores what was deleted from the folder before, and nothing comes into it. */
const removeSomeOf = (database: Kysely<Tables>, folder: GoingEntry, rows: number): Promise<number> =>
  database.transaction().execute(async (transaction) => {
    await lockTrees(transaction, [folder.space_id]);
    const files = await someFilesOf(transaction, folder.instance_id, rows);
    const ids = files.length > 0 ? files : await someEmptyOf(transaction, folder.instance_id, rows);
    await lockContents(transaction, ids);
    if ((await lockGoing(transaction, [folder.id])).length === 0) return 0;
    if (ids.length === 0) await postpone(transaction, folder.id);
    else await deleteForGood(transaction, ids);
    return ids.length;
  });

/** Their entries of the bin, versions, tags, grants, shares and links go with them. */
async function deleteForGood(transaction: Transaction<Tables>, ids: readonly InstanceId[]): Promise<void> {
  await deleteReferences(transaction, ids);
  await releaseContent(transaction, await deleteInstances(transaction, ids));
}
