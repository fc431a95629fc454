import type { PartWork } from '@alcove/transfer';

/**
 * A part for sending: the browser reads the file itself meanwhile, so that no part lies in the tab's memory. Only the runs that the
 * obfuscation changed are taken from the bytes that were prepared; the checksum of these tells the store when the file changed in between.
 */
export function partBody(file: Blob, { start, length, confuse }: Omit<PartWork, 'checksum'>, prepared: Uint8Array): Blob {
  const end = start + length;
  const pieces: BlobPart[] = [];
  let at = start;
  for (const [from, count] of (confuse?.points ?? []).toSorted(([a], [b]) => a - b)) {
    const changed = Math.max(from, at);
    const unchanged = Math.min(from + count, end);
    if (unchanged <= changed) continue;
    pieces.push(file.slice(at, changed), prepared.slice(changed - start, unchanged - start) as Uint8Array<ArrayBuffer>);
    at = unchanged;
  }
  return new Blob([...pieces, file.slice(at, end)]);
}
