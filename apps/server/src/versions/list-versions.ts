import { limits } from '@alcove/contract';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { AuthorisedContext } from '../permission/index.ts';
import type { VersionDeps } from './deps.ts';
import { findVersions } from './version-queries.ts';

type List = typeof calls.version.list;

/** Throws IS_A_FOLDER. */
export async function listVersions(
  { database, versionPolicy }: VersionDeps,
  { instanceId, before }: RequestOf<List>,
  { place, items: mayDo }: AuthorisedContext,
): Promise<AnswerOf<List>> {
  if (!place.isFile) throw new Failure('IS_A_FOLDER');
  const rows = await findVersions(database, instanceId, { before: before ?? null, most: limits.versionsPerPage });
  // A hash tells whether somebody has the same content, so only people who may download the content get it.
  const tellsHash = mayDo.includes('download');
  const items = rows.map((row) => ({
    version: row.number,
    fileSize: row.size,
    creator: { userId: row.creator_id, name: row.name },
    createTime: row.created_at.toISOString(),
    sha256: tellsHash ? row.sha256 : null,
    current: row.current,
    restoredFrom: row.restored_from,
  }));
  return { total: place.versions, items, ...(await versionPolicy()) };
}
