/** What processes tell each other of changes, and for whom. A notice is sent without its count, which whoever sends it on asks for. */
export type LiveUpdate =
  | ({ to: readonly string[] } & (
      | { event: 'listChanged'; folderIds: readonly string[] }
      | { event: 'capacityChanged' }
      | { event: 'spacesChanged' }
      | { event: 'sharingChanged' }
      | { event: 'notice' }
      | { event: 'tasksChanged' }
      | { event: 'recycleChanged' }
    ))
  /** For whoever has been given something in the space, besides its owner: each process knows who of them is here. */
  | { inSpace: string; event: 'listChanged'; folderIds: readonly string[] };

/** PostgreSQL takes less than 8000 bytes at once; an id with quotes and comma is 39 of them. */
const mostBytes = 7900;
const mostIds = 90;

/** The same as texts that fit, each a list: many small ones share one, a large one is spread over several. */
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
  return chunks(update.to).flatMap((to): LiveUpdate[] =>
    update.event === 'listChanged' ? chunks(update.folderIds).map((folderIds) => ({ ...update, to, folderIds })) : [{ ...update, to }],
  );
}

const chunks = (ids: readonly string[]): (readonly string[])[] =>
  Array.from({ length: Math.ceil(ids.length / mostIds) }, (_, index) => ids.slice(index * mostIds, (index + 1) * mostIds));
