import type { InstanceId } from '@alcove/contract';
import type { Caller } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { stillMay, visibleUnder } from '../permission/index.ts';
import type { DownloadDeps } from './download.ts';
import { authorisedPlaces } from './gather-archive.ts';

/** How often permissions are checked while a ZIP is sent. */
const everyMs = 1000;

/**
 * Passes a ZIP's bytes on as long as the person may still have all of it. Once a second it checks that they are not suspended, may download
 * what they chose, and see the same items below it as at the start. If not, it throws DOWNLOAD_ENDED, and the ZIP stays incomplete.
 */
export async function* whileStanding(
  bytes: AsyncIterable<Buffer>,
  { database }: Pick<DownloadDeps, 'database'>,
  caller: Caller,
  instanceIds: readonly InstanceId[],
): AsyncGenerator<Buffer> {
  const began = await rightsTo(database, caller, instanceIds);
  let asked = performance.now();
  for await (const chunk of bytes) {
    if (performance.now() - asked >= everyMs) {
      const now = await rightsTo(database, caller, instanceIds);
      if (began === null || now !== began) throw new Failure('DOWNLOAD_ENDED');
      asked = performance.now();
    }
    yield chunk;
  }
}

/** A text that is equal for equal permissions. Null: none are left. */
async function rightsTo(database: DownloadDeps['database'], caller: Caller, instanceIds: readonly InstanceId[]): Promise<string | null> {
  try {
    const places = await authorisedPlaces(database, caller, [...new Set(instanceIds)]);
    const [first] = places;
    if (!first || !(await stillMay(database, caller, first.instanceId, ['download']))) return null;
    const folders = places.filter((place) => !place.isFile);
    const { ownOnly, all, also, without } = await visibleUnder(database, caller, folders, 'download');
    return JSON.stringify([ownOnly, all, also, without].map((ids) => ids.toSorted()));
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}
