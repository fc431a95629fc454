import type { InstanceId, SpaceId } from '@alcove/contract';
/**
 * The payloads with which processes tell each other what changed and who must be notified. A notification is sent without its unread count:
 * the process that delivers it looks the count up.
 */
export type LiveUpdate =
  | ({ to: readonly string[] } & (
      | { event: 'listChanged'; folderIds: readonly InstanceId[] }
      | { event: 'capacityChanged' }
      | { event: 'spacesChanged' }
      | { event: 'sharingChanged' }
      | { event: 'linkChanged' }
      | { event: 'reviewsChanged' }
      | { event: 'notice' }
      | { event: 'tasksChanged' }
      | { event: 'recycleChanged' }
    ))
  /** For everyone who has access to the space, except its owner. Each process determines which of its connected people have access. */
  | { inSpace: SpaceId; event: 'listChanged'; folderIds: readonly InstanceId[] }
  /** For everyone who is connected. */
  | { toAll: true; event: 'rolesChanged' | 'agreementsChanged' | 'announcementChanged' };

/** PostgreSQL limits a payload to just under 8,000 bytes. An id with its quotes and comma takes 39 of them. */
const mostBytes = 7900;
const mostIds = 90;

/** The events as payloads within the size limit, each a JSON list: many small events share a payload, and a large event is split. */
export function payloadsOf(updates: readonly LiveUpdate[]): string[] {
  const payloads: string[] = [];
  let gathered: string[] = [];
  let bytes = 0;
  const close = (): void => {
    if (gathered.length > 0) payloads.push(`[${gathered.join(',')}]`);
    gathered = [];
    bytes = 0;
  };
  for (const update of updates.flatMap(inPieces)) {
    const text = JSON.stringify(update);
    if (bytes + text.length + 2 > mostBytes) close();
    gathered.push(text);
    bytes += text.length + 1;
  }
  close();
  return payloads;
}

function inPieces(update: LiveUpdate): LiveUpdate[] {
  if ('inSpace' in update) return chunks(update.folderIds).map((folderIds) => ({ ...update, folderIds }));
  if ('toAll' in update) return [update];
  return chunks(update.to).flatMap((to): LiveUpdate[] =>
    update.event === 'listChanged' ? chunks(update.folderIds).map((folderIds) => ({ ...update, to, folderIds })) : [{ ...update, to }],
  );
}

const chunks = <Of extends string>(ids: readonly Of[]): (readonly Of[])[] =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) => ids.slice(index * mostIds, (index + 1) * mostIds));
