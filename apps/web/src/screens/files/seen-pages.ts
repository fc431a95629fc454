import type { Instance } from '@alcove/contract';

/** All items seen since the folder was opened, across its pages. */
export interface Seen {
  folderId: string;
  /** The open page and its items. */
  page: number;
  items: readonly Instance[];
  byId: ReadonlyMap<string, Instance>;
}

/** Adds a page. Reloading the same page drops items that are gone; another folder starts over. */
export function seenNow(before: Seen, folderId: string, page: number, items: readonly Instance[]): Seen {
  const byId = new Map(before.folderId === folderId ? before.byId : []);
  if (before.page === page) for (const { instanceId } of before.items) byId.delete(instanceId);
  for (const item of items) byId.set(item.instanceId, item);
  return { folderId, page, items, byId };
}
