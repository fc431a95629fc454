import type { Instance } from '@alcove/contract';

/** What was seen of a folder since it was opened, page by page. */
export interface Seen {
  folderId: string;
  /** The page that is open, and what is on it. */
  page: number;
  items: readonly Instance[];
  byId: ReadonlyMap<string, Instance>;
}

/** Another page adds to it; the same page anew tells what went away; another folder starts it anew. */
export function seenNow(before: Seen, folderId: string, page: number, items: readonly Instance[]): Seen {
  const byId = new Map(before.folderId === folderId ? before.byId : []);
  if (before.page === page) for (const { instanceId } of before.items) byId.delete(instanceId);
  for (const item of items) byId.set(item.instanceId, item);
  return { folderId, page, items, byId };
}
