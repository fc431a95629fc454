/** Which addresses are let in. Pure. */
import type { AllowlistObject } from '@alcove/contract';
import { addressOf, networkOf, wider } from '../networks.ts';
import type { Network } from '../networks.ts';

/** A rule that is on, with the networks of its regions. */
export interface Rule {
  object: AllowlistObject;
  /** Of a role, a department or a person. */
  objectId: string | null;
  /** In CIDR notation. */
  networks: readonly string[];
}

/** What a rule restricts, such as `links` or `role 0190…`. */
export type ObjectKey = string;

export const keyOf = (object: AllowlistObject, objectId: string | null): ObjectKey =>
  objectId === null ? object : `${object} ${objectId}`;

/** Whether an address is in one of the networks. */
type Holds = (address: string) => boolean;

/** By what they restrict. What is missing is open. */
export type RuleSet = ReadonlyMap<ObjectKey, Holds>;

/** Several rules of one object add up. */
export function compile(rules: readonly Rule[]): RuleSet {
  const networks = new Map<ObjectKey, Network[]>();
  for (const { object, objectId, networks: texts } of rules) {
    const key = keyOf(object, objectId);
    const of = networks.get(key) ?? [];
    networks.set(key, of);
    of.push(...texts.flatMap((text) => networkOf(text) ?? []));
  }
  return new Map([...networks].map(([key, of]) => [key, holderOf(of)]));
}

/** How many addresses are remembered for each object. */
const mostRemembered = 5000;

/** One look for each length of a prefix, however many networks there are. */
function holderOf(networks: readonly Network[]): Holds {
  const byPrefix = { 4: new Map<number, Set<bigint>>(), 6: new Map<number, Set<bigint>>() };
  for (const { family, prefix, bits } of networks) byPrefix[family].set(prefix, (byPrefix[family].get(prefix) ?? new Set()).add(bits));
  const known = new Map<string, boolean>();
  const find = (text: string): boolean => {
    // A link-local address names the interface that it came through.
    const address = addressOf(text.replace(/%.*$/, ''));
    return address !== null && [...byPrefix[address.family]].some(([prefix, all]) => all.has(wider(address, prefix).bits));
  };
  return (text) => {
    const remembered = known.get(text);
    if (remembered !== undefined) return remembered;
    if (known.size >= mostRemembered) known.clear();
    const found = find(text);
    known.set(text, found);
    return found;
  };
}

/** What of all this does not let the address in. Every object that applies has to. What is no address is let in only where nothing restricts it. */
export const refusing = (rules: RuleSet, address: string, keys: readonly ObjectKey[]): ObjectKey[] =>
  keys.filter((key) => rules.get(key)?.(address) === false);
