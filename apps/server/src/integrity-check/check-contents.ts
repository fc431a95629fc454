/** Checks that every content is unchanged, byte for byte: reads all of it and hashes it while streaming. */
import { compareContent, contentsAfter } from '../contents/index.ts';
import type { StoredContent } from '../contents/index.ts';
import { paced, SpeedLimits } from '../storage/index.ts';
import type { CheckDeps } from './check-store.ts';
import { inLanes } from './lanes.ts';
import { describeContent, sumContents } from './store-queries.ts';

const rowsAtOnce = 500;
const readAtOnce = 2;
const gigabyte = 2 ** 30;

export async function checkContents(deps: CheckDeps): Promise<void> {
  const { database, store, tell, signal } = deps;
  const limits = new SpeedLimits();
  const all = await sumContents(database);
  let [seen, bytes] = [0, 0];
  const page = (after: StoredContent | null) => contentsAfter(database, store.bucket, after?.id ?? null, rowsAtOnce);
  for (let rows = await page(null); rows.length > 0; rows = await page(rows.at(-1)!))
    await inLanes(rows, readAtOnce, async (row) => {
      signal?.throwIfAborted();
      await checkOne(deps, row, limits);
      seen += 1;
      bytes += row.size;
      tell(`${seen} contents read, ${(bytes / gigabyte).toFixed(1)} of ${(all / gigabyte).toFixed(1)} GiB`);
    });
}

/** Skips quarantined content, which is known to differ, and missing content, which `checkStore` has already reported. */
async function checkOne(
  { database, store, findings, bytesPerSecond, signal }: CheckDeps,
  content: StoredContent,
  limits: SpeedLimits,
): Promise<void> {
  if (content.quarantined) return;
  const fault = await compareContent(store, content, {
    signal,
    ...(bytesPerSecond != null && { pace: (bytes) => paced(bytes, limits, { key: '', bytesPerSecond }) }),
  });
  if (fault !== 'damaged') return;
  const needed = await describeContent(database, { id: content.id, object_key: content.objectKey, size: content.size });
  if (needed !== null) findings.add('contents that differ from their hash', needed);
}
