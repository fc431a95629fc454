import type { Kysely } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** Whether a file's present version may be given to the visitors of a link. Folders are always released: only their files hold content. */
export type Release = 'released' | 'verifying' | 'refused';

/** Judges these items of a link at the moment of use. Items that are missing in the map are released. */
export async function releases(
  _database: Kysely<Tables>,
  _linkId: string,
  _instanceIds: readonly InstanceId[],
): Promise<ReadonlyMap<InstanceId, Release>> {
  return new Map();
}

/** The same as others receive it. */
export type ReadReleases = typeof releases;
