import type { SecondBinItem } from '@alcove/contract';

type Place = SecondBinItem['places'][number];

/** The folders, from the top of the space down, to which all of these items can be restored. Empty if they are of several spaces. */
export function commonPlaces(items: readonly SecondBinItem[]): Place[] {
  const [first, ...others] = items;
  if (!first) return [];
  return first.places.filter(({ instanceId }) => others.every(({ places }) => places.some((place) => place.instanceId === instanceId)));
}
