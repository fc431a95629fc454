import type { Kysely, Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import { enterAs, factsOfSystem } from '../audit/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import type { Tables } from '../database/index.ts';
import { lockSpaces, releaseUsed } from '../spaces/index.ts';
import type { VersionPolicy } from './deps.ts';
import {
  deleteOverPolicy,
  findFilesOverPolicy,
  findQuotaState,
  lockEntryOver,
  lockWhereItIs,
  takeFromEntry,
} from './old-version-queries.ts';

/** Deletes versions that exceed the policy, one file at a time. The current version always stays. Returns how many files lost versions. */
export async function freeOldVersions(database: Kysely<Tables>, policy: VersionPolicy, most = 200): Promise<number> {
  let freed = 0;
  for (const id of await findFilesOverPolicy(database, policy, most))
    if (await database.transaction().execute((transaction) => freeOf(transaction, id, policy))) freed += 1;
  return freed;
}

/** False if nothing was deleted: another process was first, or the file's quota is about to be released with its entry of the bin. */
async function freeOf(transaction: Transaction<Tables>, instanceId: InstanceId, policy: VersionPolicy): Promise<boolean> {
  // Contents, the entry that its bytes were released with, the file, its space, then the versions, like everywhere that needs them (docs/decisions/0004). A locked file cannot be
  // moved to another space.
  await lockContents(transaction, [instanceId]);
  const entryId = await lockEntryOver(transaction, instanceId);
  const spaceId = await lockWhereItIs(transaction, instanceId);
  if (spaceId === undefined) return false;
  await lockSpaces(transaction, [spaceId]);
  const quota = await findQuotaState(transaction, instanceId);
  if (quota.state === 'soonGivenBack' || (quota.state === 'givenBack' && quota.entryId !== entryId)) return false;
  const gone = await deleteOverPolicy(transaction, { instanceId, spaceId, policy });
  if (gone.length === 0) return false;
  const detail = { versions: gone.length };
  await enterAs(transaction, factsOfSystem('system.freeVersions'), [{ kind: 'item', id: instanceId, detail }]);
  const bytes = gone.reduce((sum, { size }) => sum + size, 0);
  if (quota.state === 'counts') await releaseUsed(transaction, spaceId, bytes);
  else if (entryId !== undefined) await takeFromEntry(transaction, entryId, bytes);
  await releaseContent(
    transaction,
    gone.map((version) => version.blob_id),
  );
  return true;
}
