/** Administrators name networks. */
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { calls, Region, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer, adminItemsOf } from '../roles/index.ts';
import { cidrOf, nameOf, networkOf } from '../networks.ts';
import { readNetwork } from './read-network.ts';
import { countRulesOf, deleteRegion, findRegion, findRegions, putRegion } from './region-queries.ts';
import type { WrittenRegion } from './region-queries.ts';

type Calls = typeof calls.adminRegion;

/** As CIDR, each once. An address within a network stands for the network. Throws what `readNetwork` throws. */
const checkedNetworks = (given: readonly string[]): string[] => [...new Set(given.map((text) => cidrOf(readNetwork(text, 'networks'))))];

const nameIn = (cidr: string): string => nameOf(networkOf(cidr)!);
const namesIn = (networks: readonly string[]): string => networks.map(nameIn).toSorted().join(' ');

/** Throws REGION_NAME_TAKEN and NETWORK_TAKEN. */
async function save(transaction: Transaction<Tables>, others: readonly Region[], region: WrittenRegion): Promise<Region> {
  const isSame = ({ name }: Region): boolean => name.toLowerCase() === region.name.toLowerCase();
  if (others.some(isSame)) throw new Failure('REGION_NAME_TAKEN', { field: 'name' });
  const owners = new Map(others.flatMap(({ name, networks }) => networks.map((cidr) => [nameIn(cidr), name] as const)));
  for (const text of region.networks) {
    const owner = owners.get(nameIn(text));
    if (owner !== undefined) throw new Failure('NETWORK_TAKEN', { field: 'networks', text, region: owner });
  }
  await putRegion(transaction, region);
  return (await findRegion(transaction, region.regionId))!;
}

/** Throws what `readNetwork` throws, REGIONS_TOO_MANY, REGION_NAME_TAKEN, NETWORK_TAKEN. */
export async function createRegion(database: Kysely<Tables>, input: RequestOf<Calls['create']>, caller: Caller): Promise<Region> {
  const networks = checkedNetworks(input.networks);
  return administer(database, caller, 'regions.edit', async (transaction) => {
    const all = await findRegions(transaction);
    if (all.length >= limits.regions) throw new Failure('REGIONS_TOO_MANY', { limit: limits.regions });
    return save(transaction, all, { ...input, networks, regionId: newId() });
  });
}

/**
 * Throws REGION_GONE, and what `createRegion` throws of names and networks; REGION_OF_ALLOWLIST if other networks would let in others by a rule
 * that the caller may not edit.
 */
export async function changeRegion(database: Kysely<Tables>, input: RequestOf<Calls['update']>, caller: Caller): Promise<Region> {
  const { regionId } = input;
  const networks = input.networks && checkedNetworks(input.networks);
  return administer(database, caller, 'regions.edit', async (transaction, own) => {
    const all = await findRegions(transaction);
    const before = all.find((region) => region.regionId === regionId);
    if (!before) throw new Failure('REGION_GONE');
    const areOthers = networks !== undefined && namesIn(networks) !== namesIn(before.networks);
    if (areOthers && !adminItemsOf(own).includes('allowlist.edit')) {
      const n = await countRulesOf(transaction, regionId);
      if (n > 0) throw new Failure('REGION_OF_ALLOWLIST', { field: 'networks', n });
    }
    addBefore(regionId, {
      ...(input.name !== undefined && { name: before.name }),
      ...(networks && { networks: before.networks }),
    });
    const others = all.filter((region) => region !== before);
    const { name = before.name, note = before.note } = input;
    return save(transaction, others, { regionId, name, note, networks: networks ?? before.networks });
  });
}

/** A region that is gone already was removed before, by this request or by somebody else. Throws REGION_IN_USE. */
export const removeRegion = (database: Kysely<Tables>, { regionId }: RequestOf<Calls['remove']>, caller: Caller): Promise<null> =>
  administer(database, caller, 'regions.edit', async (transaction) => {
    const n = await countRulesOf(transaction, regionId);
    if (n > 0) throw new Failure('REGION_IN_USE', { n });
    await deleteRegion(transaction, regionId);
    return null;
  });
