/**
 * Reads one archive in a confined process without network (`../read-in-archive-worker.ts`), so that a malicious file can harm only this one
 * read. Its argument is an `Order`; it requests the archive's bytes piece by piece (`pieces.ts`).
 */
import { writeFileSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { zipDocument } from './document.ts';
import { documentText } from './document-text.ts';
import { gzipReader } from './gzip.ts';
import { exits, made } from './order.ts';
import type { Order, RawListing } from './order.ts';
import { stream } from './pieces.ts';
import { ArchiveRefused } from './archive-refused.ts';
import { parseListing } from './parse-7z.ts';
import { listTar, unpackTar } from './tar.ts';
import { bounded } from './bounded.ts';
import { mostUnpacked } from './unpacked.ts';
import { zipReader } from './zip.ts';

/** Bytes of 7z's output about one archive. */
const mostListing = 24 * 2 ** 20;

interface Reader {
  list(): Promise<RawListing>;
  /** Keeps the entry at this position of the listing. */
  unpack(index: number): Promise<void>;
}

function readerOf({ format, size, mostEntries }: Order): Reader {
  if (format === 'zip') return zipReader(size, mostEntries);
  if (format === 'gzip') return gzipReader(size, mostEntries);
  if (format === 'listing7z') return listingReader(mostEntries);
  const bytes = () => (format === 'tar' ? stream(0, size) : pipeline(process.stdin, bounded(mostUnpacked(size)), () => {}));
  return { list: () => listTar(bytes(), mostEntries), unpack: (index) => unpackTar(bytes(), index) };
}

/** 7z's output about an archive comes on standard input. */
const listingReader = (mostEntries: number): Reader => ({
  list: async () => parseListing(await text(pipeline(process.stdin, bounded(mostListing), () => {})), mostEntries),
  unpack: () => Promise.reject(new ArchiveRefused('unsupported')),
});

async function run(order: Order): Promise<void> {
  const { work, size, mostEntries } = order;
  if (work === 'document') writeFileSync(made, JSON.stringify(await zipDocument(size, mostEntries)));
  else if (work === 'list') writeFileSync(made, JSON.stringify(await readerOf(order).list()));
  else if ('text' in work) writeFileSync(made, JSON.stringify(await documentText(size, mostEntries, work.text)));
  else await readerOf(order).unpack(work.unpack);
}

try {
  await run(JSON.parse(process.argv[2] ?? '') as Order);
} catch (error) {
  // A full disk is not the archive's fault; everything else that its readers throw is.
  const isOurs = (error as NodeJS.ErrnoException).syscall !== undefined;
  process.stderr.write(isOurs ? String(error) : error instanceof ArchiveRefused ? error.reason : 'corrupt');
  process.exitCode = isOurs ? exits.fault : exits.refused;
}
