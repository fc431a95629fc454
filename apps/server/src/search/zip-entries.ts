import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';

const mostEntries = 10_000;

/**
 * The entries of a ZIP whose names `wants` takes, in their order in the file, each unpacked to at most `mostBytes` and together to
 * `mostTogether`. What is larger, broken or packed otherwise is left out: nothing is unpacked on the word of its header.
 */
export async function readZipEntries(
  zip: Buffer,
  wants: (name: string) => boolean,
  { mostBytes, mostTogether }: { mostBytes: number; mostTogether: number },
): Promise<{ name: string; bytes: Buffer }[]> {
  const found: { name: string; bytes: Buffer }[] = [];
  // Names are compared as they stand, and are no paths; sizes are counted and not believed.
  const opened = await unlessBroken(() => fromBufferPromise(zip, { decodeStrings: false, validateEntrySizes: false, autoClose: false }));
  if (!opened) return found;
  let left = mostTogether;
  for (const entry of await entriesOf(opened)) {
    if (left <= 0) break;
    const name = entry.fileNameRaw.toString('utf8');
    if (!wants(name) || !entry.canDecodeFileData()) continue;
    const bytes = await unlessBroken(() => unpack(opened, entry, Math.min(mostBytes, left)));
    if (!bytes) continue;
    left -= bytes.length;
    found.push({ name, bytes });
  }
  return found;
}

/** As far as the directory can be read. */
async function entriesOf(zip: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (zip.entryCount === 0) return entries;
  await unlessBroken(async () => {
    for await (const entry of zip.eachEntry()) {
      entries.push(entry);
      if (entries.length >= mostEntries) break;
    }
  });
  return entries;
}

/** Null when it is larger. */
async function unpack(zip: ZipFile, entry: Entry, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Leaving the loop ends the unpacking.
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > most) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Everything is in memory: whatever is thrown is the ZIP's fault. */
async function unlessBroken<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
