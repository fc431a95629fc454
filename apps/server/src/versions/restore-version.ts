import type { Instance, RequestOf, calls } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { shareLockVersion } from '../contents/index.ts';
import { lockFile, showInstance } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { chargeQuota } from '../spaces/index.ts';
import type { VersionDeps } from './deps.ts';
import { folderToRefresh } from './folder-to-refresh.ts';
import { insertRestored } from './insert-queries.ts';
import { findVersion } from './version-queries.ts';

/**
 * Restores an old version as a new one, which counts against the quota like any other. If the file has that content already, nothing
 * changes, so a repeated call has no further effect. Throws VERSION_NOT_FOUND, UPLOAD_MISMATCH, SPACE_NOT_ENOUGH.
 */
export async function restoreVersion(
  { database, changes }: VersionDeps,
  { instanceId, version }: RequestOf<typeof calls.version.restore>,
  context: AuthorisedContext,
): Promise<Instance> {
  const { place } = context;
  const { userId } = context.caller;
  const restored = await database.transaction().execute(async (transaction) => {
    await shareLockVersion(transaction, instanceId, version);
    const blobId = await lockFile(transaction, instanceId, place.spaceId);
    const found = await findVersion(transaction, instanceId, version);
    if (!found) throw new Failure('VERSION_NOT_FOUND');
    if (found.quarantined) throw new Failure('UPLOAD_MISMATCH');
    if (found.blob_id === blobId) return false;
    if (!(await chargeQuota(transaction, place.spaceId, found.size))) throw new Failure('SPACE_NOT_ENOUGH');
    // Checked under the lock of the space: no folder above the file can leave the first bin while quota is charged.
    await context.recheck(transaction);
    const made = await insertRestored(transaction, { instanceId, spaceId: place.spaceId, from: version, userId });
    if (made === null) throw new Failure('VERSION_NOT_FOUND');
    await recordActivity(transaction, userId, [instanceId], { kind: 'versionRestored', data: { version: made, from: version } });
    return true;
  });
  if (restored) changes.fileArrived(folderToRefresh(place));
  return showInstance(database, instanceId, context);
}
