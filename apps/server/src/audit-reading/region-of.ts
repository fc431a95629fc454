/** Where an address is. Pure. */
import type { Region } from '@alcove/contract';
import { addressOf, nameOf, networkOf, wider } from '../networks.ts';

type Found = Pick<Region, 'regionId' | 'name'>;

/** A function from an address to the region with the narrowest network around it. */
export function regionFinder(regions: readonly Region[]): (address: string | null) => Found | null {
  const byNetwork = new Map<string, Found>();
  const prefixes = { 4: new Set<number>(), 6: new Set<number>() };
  for (const { regionId, name, networks } of regions)
    for (const text of networks) {
      const network = networkOf(text)!;
      prefixes[network.family].add(network.prefix);
      byNetwork.set(nameOf(network), { regionId, name });
    }
  const narrowestFirst = { 4: [...prefixes[4]].sort((a, b) => b - a), 6: [...prefixes[6]].sort((a, b) => b - a) };
  return (text) => {
    const address = text === null ? null : addressOf(text);
    if (!address) return null;
    for (const prefix of narrowestFirst[address.family]) {
      const found = byNetwork.get(nameOf(wider(address, prefix)));
      if (found) return found;
    }
    return null;
  };
}
