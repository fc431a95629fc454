import type { LinkInstance } from '@alcove/contract';

/** The selected items, by id: they stay selected while their rows are out of view. */
export type Chosen = ReadonlyMap<string, LinkInstance>;
export const none: Chosen = new Map();

export function toggled(chosen: Chosen, item: LinkInstance): Chosen {
  const next = new Map(chosen);
  if (!next.delete(item.instanceId)) next.set(item.instanceId, item);
  return next;
}

export function withAll(chosen: Chosen, items: readonly LinkInstance[]): Chosen {
  return new Map([...chosen, ...items.map((item) => [item.instanceId, item] as const)]);
}

export const bytesOf = (chosen: Chosen): number => [...chosen.values()].reduce((sum, { fileSize }) => sum + fileSize, 0);
