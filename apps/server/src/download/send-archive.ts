import { createHash } from 'node:crypto';
import { failures } from '@alcove/contract';
import { confuse } from '@alcove/transfer';
import { Failure, makerOf } from '../http/index.ts';
import type { FileRoute, SentFile, UserContext } from '../http/index.ts';
import { findVisitorById } from '../links/index.ts';
import { contentDisposition, paced, Places } from '../storage/index.ts';
import type { ObjectStore, SpeedLimits } from '../storage/index.ts';
import type { ArchiveEntry } from './archive-rules.ts';
import type { DownloadDeps } from './download.ts';
import { archivePath, visitorsArchivePath } from './folder-download.ts';
import { gatherArchive } from './gather-archive.ts';
import { findTicket, findTicketVisit } from './selection-queries.ts';
import { whileStanding } from './still-standing.ts';
import { whileReleased } from './while-released.ts';
import { layOut, zipBytes } from './zip/zip-stream.ts';
import type { Stretch } from './zip/zip-stream.ts';

export interface ArchiveDeps extends DownloadDeps {
  speedLimits: SpeedLimits;
}

/** The entries of an archive stay in memory while it is sent (some 40 MB for the largest one), so the number of archives is limited. */
const atOnce = { person: 4, all: 32 };

/** The archives that are being sent, to people and to visitors. */
const places = new Places();

/** Sends the ZIP of a ticket. Only the person to whom it was issued can use it. For anybody else it does not exist. */
export function archiveRoute(deps: ArchiveDeps): FileRoute {
  return {
    path: `${archivePath}:id`,
    async open(ticketId, context) {
      const { userId } = context.caller;
      const wanted = [
        { name: 'all', most: atOnce.all },
        { name: userId, most: atOnce.person },
      ];
      if (!places.take(wanted)) throw new Failure(places.of(userId) < atOnce.person ? 'UNAVAILABLE' : 'TOO_MANY_REQUESTS');
      const close = () => places.giveBack(wanted);
      try {
        return { ...(await openArchive(deps, ticketId, context)), close };
      } catch (error) {
        close();
        // Calls report refusals with status 200. A file must not be answered like that: the client would save the error as the file.
        throw error instanceof Failure && failures[error.code].status === 200 ? new Failure('DOWNLOAD_ENDED', {}, error) : error;
      }
    },
  };
}

/** The same for the visitors of links. A browser fetches it without headers, so the address is the ticket: it tells who fetches it. */
export const visitorsArchiveRoute = (deps: ArchiveDeps): FileRoute => ({
  ...archiveRoute(deps),
  path: `${visitorsArchivePath}:id`,
  async callerOf(ticketId, person) {
    const visitId = /^[\w-]{32}$/.test(ticketId) ? await findTicketVisit(deps.database, ticketId) : null;
    return visitId === null ? null : findVisitorById(deps.database, visitId, person);
  },
});

/** Throws DOWNLOAD_ENDED, and what `gatherArchive` throws: permissions and content are checked again now. */
async function openArchive(deps: ArchiveDeps, ticketId: string, { caller }: UserContext): Promise<Omit<SentFile, 'close'>> {
  const { database, store, speedLimits } = deps;
  const ticket = /^[\w-]{32}$/.test(ticketId) ? await findTicket(database, ticketId, makerOf(caller)) : null;
  if (!ticket) throw new Failure('DOWNLOAD_ENDED');
  const { archive } = await gatherArchive(deps, caller, { ...ticket, moment: ticket.createdAt });
  const layout = layOut(archive.entries);
  const { visitor } = caller;
  const held = visitor ? whileReleased(deps, visitor.linkId, archive.entries) : (_: ArchiveEntry, read: AsyncIterable<Buffer>) => read;
  const bytes = (stretch: Stretch) => zipBytes(layout, (entry, wanted) => held(entry, readEntry(store, entry, wanted)), stretch);
  const speed = caller.speedLimit === null ? null : { key: caller.userId, bytesPerSecond: caller.speedLimit };
  return {
    disposition: contentDisposition('attachment', ticket.fileName),
    contentType: 'application/zip',
    size: layout.size,
    etag: etagOf(archive.entries),
    seekable: layout.seekable,
    bytes: (stretch) => {
      const sent = speed ? paced(bytes(stretch), speedLimits, speed) : bytes(stretch);
      return whileStanding(sent, deps, caller, ticket.instanceIds);
    },
  };
}

/** The original content, with the obfuscation undone. Throws if the store has lost it. */
async function* readEntry(store: ObjectStore, { content, size }: ArchiveEntry, { start, end }: Stretch): AsyncGenerator<Buffer> {
  if (content === null) return;
  if ('text' in content) return yield content.text.subarray(start, end);
  const stream = await store.read(content.objectKey, end - start === size ? undefined : { start, end: end - 1 });
  if (!stream) throw new Error('stored content is missing');
  let offset = start;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (content.confuse) confuse(chunk, offset, content.confuse);
    offset += chunk.length;
    yield chunk;
  }
}

/** Computed from everything that determines the archive's bytes, so that equal archives have equal tags. */
function etagOf(entries: readonly ArchiveEntry[]): string {
  const hash = createHash('sha256');
  for (const { path, size, modified, crc32, content } of entries)
    hash.update(`${path}\n${size} ${modified.getTime()} ${crc32} ${content && 'objectKey' in content ? content.objectKey : ''}\n`);
  return `"${hash.digest('base64url')}"`;
}
