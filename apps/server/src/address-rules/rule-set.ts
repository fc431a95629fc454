/** Which addresses are let in. Pure. */
import type { AllowlistObject } from '@alcove/contract';
import { turns } from '../in-turns.ts';
import { addressOf, networkOf } from '../networks.ts';
import type { Network } from '../networks.ts';

/** A rule that is on. */
export interface Rule {
  object: AllowlistObject;
  /** Of a role, a department or a person. */
  objectId: string | null;
  /** In CIDR notation. */
  networks: readonly string[];
  /** Their networks are let in, too. */
  regionIds: readonly string[];
}

export interface Rules {
  rules: readonly Rule[];
  /** The networks of each region that a rule names. */
  regions: ReadonlyMap<string, readonly string[]>;
}

/** What a rule restricts, such as `links` or `role 0190…`. */
export type ObjectKey = string;

export const keyOf = (object: AllowlistObject, objectId: string | null): ObjectKey =>
  objectId === null ? object : `${object} ${objectId}`;

export interface RuleSet {
  /** What is missing here is open. */
  restricted: ReadonlySet<ObjectKey>;
  /** Those of them whose rules let the address in. Several rules of one object add up. */
  lettingIn(address: string): ReadonlySet<ObjectKey>;
}

const nothing: ReadonlySet<ObjectKey> = new Set();
export const noRules: RuleSet = { restricted: nothing, lettingIn: () => nothing };

/** How many addresses are remembered. */
const mostRemembered = 5000;
const width = { 4: 32, 6: 128 } as const;

/** By the length of a prefix, and by what it is: those who let it in. */
type Networks = Map<number, Map<bigint, ReadonlySet<ObjectKey>>>;

/** Thousands of networks are prepared in steps. An address is then looked for once for each length of a prefix. */
export async function compile({ rules, regions }: Rules): Promise<RuleSet> {
  if (rules.length === 0) return noRules;
  const next = turns();
  const byFamily: Record<4 | 6, Networks> = { 4: new Map(), 6: new Map() };
  /** Whom a network lets in; of a region, all that name it. */
  const letIn = async (texts: readonly string[], keys: ReadonlySet<ObjectKey>): Promise<void> => {
    for (const text of texts) {
      await next();
      const network = known(text);
      if (network === null) continue;
      const { family, prefix, bits } = network;
      const same = byFamily[family].get(prefix) ?? new Map<bigint, ReadonlySet<ObjectKey>>();
      byFamily[family].set(prefix, same);
      const head = bits >> BigInt(width[family] - prefix);
      const others = same.get(head);
      same.set(head, others ? new Set([...others, ...keys]) : keys);
    }
  };
  const naming = new Map<string, Set<ObjectKey>>();
  for (const { object, objectId, networks, regionIds } of rules) {
    const key = keyOf(object, objectId);
    await letIn(networks, new Set([key]));
    for (const regionId of regionIds) naming.set(regionId, (naming.get(regionId) ?? new Set()).add(key));
  }
  for (const [regionId, keys] of naming) await letIn(regions.get(regionId) ?? [], keys);
  return { restricted: new Set(rules.map(({ object, objectId }) => keyOf(object, objectId))), lettingIn: remembering(byFamily) };
}

function remembering(byFamily: Record<4 | 6, Networks>): RuleSet['lettingIn'] {
  const remembered = new Map<string, ReadonlySet<ObjectKey>>();
  const find = (text: string): ReadonlySet<ObjectKey> => {
    // A link-local address names the interface that it came through.
    const address = addressOf(text.replace(/%.*$/, ''));
    if (address === null) return nothing;
    const { family, bits } = address;
    let found: ReadonlySet<ObjectKey> = nothing;
    for (const [prefix, same] of byFamily[family]) {
      const keys = same.get(bits >> BigInt(width[family] - prefix));
      if (keys) found = found.size === 0 ? keys : new Set([...found, ...keys]);
    }
    return found;
  };
  return (text) => {
    const before = remembered.get(text);
    if (before) return before;
    if (remembered.size >= mostRemembered) remembered.clear();
    const found = find(text);
    remembered.set(text, found);
    return found;
  };
}

/** Every change of an administrator prepares the rules before and after it, and almost all networks are the same. */
const knownNetworks = new Map<string, Network | null>();
const mostKnown = 40_000;
function known(text: string): Network | null {
  const before = knownNetworks.get(text);
  if (before !== undefined) return before;
  if (knownNetworks.size >= mostKnown) knownNetworks.clear();
  const network = networkOf(text);
  knownNetworks.set(text, network);
  return network;
}

/** What of all this does not let the address in. Every object that applies has to. What is no address is let in only where nothing restricts it. */
export const refusing = ({ restricted, lettingIn }: RuleSet, address: string, keys: readonly ObjectKey[]): ObjectKey[] => {
  const restricting = keys.filter((key) => restricted.has(key));
  if (restricting.length === 0) return [];
  const letting = lettingIn(address);
  return restricting.filter((key) => !letting.has(key));
};
