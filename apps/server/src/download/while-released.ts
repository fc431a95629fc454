import type { InstanceId } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { ArchiveEntry } from './archive-rules.ts';
import type { DownloadDeps } from './download.ts';

/** How long an answer counts. */
const everyMs = 1000;
/** Small files follow each other quickly, so the next ones are asked about together. */
const atOnce = 200;

/**
 * Passes the bytes of a ZIP's entries on as long as visitors of the link may have them: each file is asked about when it begins, and then once a second. If it
 * may not leave any more, it throws DOWNLOAD_ENDED, and the ZIP stays incomplete.
 */
export function whileReleased(
  { database, releases }: Pick<DownloadDeps, 'database' | 'releases'>,
  linkId: string,
  entries: readonly ArchiveEntry[],
): (entry: ArchiveEntry, bytes: AsyncIterable<Buffer>) => AsyncGenerator<Buffer> {
  const files = entries.flatMap((entry) =>
    entry.instanceId === null || entry.content === null ? [] : [{ ...entry, instanceId: entry.instanceId }],
  );
  const placeOf = new Map(files.map(({ instanceId }, place) => [instanceId, place]));
  const released = new Map<InstanceId, number>();

  async function requireReleased(id: InstanceId): Promise<void> {
    if (performance.now() - (released.get(id) ?? -Infinity) < everyMs) return;
    const place = placeOf.get(id) ?? 0;
    const asked = files.slice(place, place + atOnce);
    const at = performance.now();
    const found = await releases(database, linkId, asked);
    for (const { instanceId } of asked) if ((found.get(instanceId) ?? 'released') === 'released') released.set(instanceId, at);
    if ((found.get(id) ?? 'released') !== 'released') throw new Failure('DOWNLOAD_ENDED');
  }

  return async function* ({ instanceId }, bytes) {
    for await (const chunk of bytes) {
      if (instanceId !== null) await requireReleased(instanceId);
      yield chunk;
    }
  };
}
