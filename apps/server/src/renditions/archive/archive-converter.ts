import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArchiveListing } from '@alcove/contract';
import { withOwnFolder } from '../../sandbox/index.ts';
import { inTurns } from '../../in-turns.ts';
import type { Converted, Converter, Making, RenditionKind } from '../converter.ts';
import { fileSource } from '../source.ts';
import type { RawListing } from './archive-worker/order.ts';
import { ArchiveRefused } from './archive-worker/archive-refused.ts';
import { mostEntryBytes } from './archive-worker/unpacked.ts';
import { entryPath } from './entry-path.ts';
import { openArchive } from './open-archive.ts';

/**
 * Lists archives and unpacks single entries. Entries that are not shown as they are go on to the converter of their kind (`converterOf`).
 */
export const archiveConverter = (converterOf: (kind: RenditionKind) => Converter | undefined): Converter => ({
  name: 'archives',
  kinds: ['listing', 'entry'],
  atOnce: 2,
  isWaitedFor: true,
  programs: ['7z'],
  async convert(making) {
    try {
      return await withOwnFolder((folder) => (making.kind === 'listing' ? list(making, folder) : unpack(making, folder, converterOf)));
    } catch (error) {
      if (error instanceof ArchiveRefused) return { kind: 'refused', reason: error.reason };
      throw error;
    }
  },
});

async function list(making: Making, folder: string): Promise<Converted> {
  const reader = await openArchive(making, join(folder, 'archive'));
  await making.keep(Buffer.from(await shownListing(await reader.list())), 'application/json');
  return { kind: 'made' };
}

/** An `ArchiveListing` as JSON: building it from ten thousand long names would block the event loop. */
async function shownListing({ entries, more }: RawListing): Promise<string> {
  const shown: string[] = [];
  for await (const { name, ...entry } of inTurns(entries))
    shown.push(JSON.stringify({ path: entryPath(name), ...entry } satisfies ArchiveListing['entries'][number]));
  return `{"entries":[${shown.join(',')}],"more":${JSON.stringify(more)}}`;
}

async function unpack(making: Making, folder: string, converterOf: (kind: RenditionKind) => Converter | undefined): Promise<Converted> {
  const [, index, into] = making.kind.split(':');
  const reader = await openArchive(making, join(folder, 'archive'));
  const path = join(folder, 'entry');
  await reader.unpack(Number(index), (made) => rename(made, path));
  const { size } = await stat(path);
  if (size > mostEntryBytes) throw new ArchiveRefused('tooLarge');
  if (into === undefined) {
    await making.keep(path, 'application/octet-stream');
    return { kind: 'made' };
  }
  const kind = into as RenditionKind;
  const converter = converterOf(kind);
  if (!converter) throw new ArchiveRefused('unsupported');
  return converter.convert({ ...making, kind, source: fileSource(making.source.blobId, path, size) });
}
