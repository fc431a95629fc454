import type { Caller } from '../http/index.ts';
import { Failure } from '../http/index.ts';
import { stillMay, visibleUnder } from '../permission/index.ts';
import type { DownloadDeps } from './download.ts';
import { authorisedPlaces } from './gather-archive.ts';

/** How long what was last asked of the rights to a ZIP under way holds. */
const everyMs = 1000;

/**
 * Passes a ZIP's bytes on for as long as its person may have all of it, asked once a second: the person is not frozen, may download
 * what they chose, and sees the same below it as when it began. Then it throws DOWNLOAD_ENDED, and what was sent is no whole ZIP.
 */
export async function* whileStanding(
  bytes: AsyncIterable<Buffer>,
  { database }: Pick<DownloadDeps, 'database'>,
  caller: Caller,
  instanceIds: readonly string[],
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

/** The same text for the same rights; null: there are none any more. */
async function rightsTo(database: DownloadDeps['database'], caller: Caller, instanceIds: readonly string[]): Promise<string | null> {
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
