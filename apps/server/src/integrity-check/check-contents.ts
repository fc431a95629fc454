/** Checks that every content is unchanged, byte for byte: reads all of it and hashes it while streaming. */
import { addAbortSignal, Readable } from 'node:stream';
import type { BlobId } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import { hashContent, readContent } from '../contents/index.ts';
import { paced, SpeedLimits } from '../storage/index.ts';
import type { CheckDeps } from './check-store.ts';
import { inLanes } from './lanes.ts';
import { contentsAfter, describeContent, sumContents } from './store-queries.ts';

const readAtOnce = 2;
const gigabyte = 2 ** 30;

export async function checkContents(deps: CheckDeps): Promise<void> {
  const { database, store, tell, signal } = deps;
  const limits = new SpeedLimits();
  const all = await sumContents(database);
  let [after, seen, bytes]: [string, number, number] = ['', 0, 0];
  for (let rows = await contentsAfter(database, store.bucket, after); rows.length > 0;) {
    await inLanes(rows, readAtOnce, async (row) => {
      signal?.throwIfAborted();
      await checkOne(deps, row, limits);
      seen += 1;
      bytes += row.size;
      tell(`${seen} contents read, ${(bytes / gigabyte).toFixed(1)} of ${(all / gigabyte).toFixed(1)} GiB`);
    });
    after = rows.at(-1)!.id;
    rows = await contentsAfter(database, store.bucket, after);
  }
}

/** Skips quarantined content, which is known to differ, and missing content, which `checkStore` has already reported. */
async function checkOne(
  { database, store, findings, bytesPerSecond, signal }: CheckDeps,
  row: { id: BlobId; object_key: string; size: number },
  limits: SpeedLimits,
): Promise<void> {
  const content = await readContent(database, row.id, store.bucket);
  if (!content || content.quarantined) return;
  const found = await store.read(content.objectKey);
  if (!found) return;
  const stream = bytesPerSecond == null ? found : Readable.from(paced(found, limits, { key: '', bytesPerSecond }), { objectMode: false });
  if (signal) addAbortSignal(signal, stream);
  const params = content.confuse;
  const actual = await hashContent(stream, content.size, (chunk, offset) => void (params && confuse(chunk, offset, params))).catch(
    (error: unknown) => {
      signal?.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    },
  );
  const same = typeof actual !== 'string' && actual.md5 === content.md5 && (content.sha256 === null || actual.sha256 === content.sha256);
  const needed = same ? null : await describeContent(database, row);
  if (needed !== null) findings.add('contents that differ from their hash', typeof actual === 'string' ? `${needed}: ${actual}` : needed);
}
