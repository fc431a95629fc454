import type { RequestOf, calls } from '@alcove/contract';
import { recordActivity } from '../activity/index.ts';
import { lockFile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import { releaseUsed } from '../spaces/index.ts';
import { lockContents, releaseContent } from '../contents/index.ts';
import type { VersionDeps } from './deps.ts';
import { folderToRefresh } from './folder-to-refresh.ts';
import { deleteVersion, findVersion } from './version-queries.ts';

/** Deletes a version forever and releases its quota at once. Throws FILE_NOT_FOUND, VERSION_NOT_FOUND, VERSION_IS_CURRENT. */
export async function removeVersion(
  { database, changes }: VersionDeps,
  { instanceId, version }: RequestOf<typeof calls.version.remove>,
  { caller, place, recheck }: AuthorisedContext,
): Promise<null> {
  if (version === place.version) throw new Failure('VERSION_IS_CURRENT');
  const found = await findVersion(database, instanceId, version);
  if (!found) throw new Failure('VERSION_NOT_FOUND');
  await database.transaction().execute(async (transaction) => {
    await lockContents(transaction, [instanceId]);
    await lockFile(transaction, instanceId, place.spaceId);
    await releaseUsed(transaction, place.spaceId, found.size);
    // Checked under the lock of the space: no folder above the file can leave the first bin meanwhile and release the same quota again.
    await recheck(transaction);
    const gone = await deleteVersion(transaction, { instanceId, spaceId: place.spaceId, number: version });
    if (gone === null) throw new Failure('VERSION_NOT_FOUND');
    await releaseContent(transaction, [gone.blob_id]);
    await recordActivity(transaction, caller.userId, [instanceId], { kind: 'versionRemoved', data: { version } });
  });
  changes.fileArrived(folderToRefresh(place));
  return null;
}
