/** Whom a change of the rules, or of to whom they apply, would shut out. Pure. */
import { inTurns } from '../in-turns.ts';
import { refusing } from './rule-set.ts';
import type { ObjectKey, RuleSet } from './rule-set.ts';

/** Somebody, where they are, and which rules apply to them as a person. */
export interface Present {
  addresses: readonly string[];
  keys: readonly ObjectKey[];
}

/** The rules at one moment, and those to whom they apply. */
export interface Standing {
  rules: RuleSet;
  /** Null: the change has no author who could be shut out. */
  author: Present | null;
  /** Without the author. */
  administrators: readonly (Present & { userId: string; advanced: boolean })[];
  /** The author has an advanced role. */
  authorIsAdvanced: boolean;
}

/** What an administrator uses. */
const used = (keys: readonly ObjectKey[]): ObjectKey[] => ['everybody', 'signIn', 'administration', ...keys];

const refusingAll = (rules: RuleSet, { addresses, keys }: Present): ObjectKey[] => {
  const each = addresses.map((address) => refusing(rules, address, used(keys)));
  return each.some((refused) => refused.length === 0) ? [] : (each[0] ?? []);
};

/** Of somebody who is not signed in nobody knows from where they come: they surely come in only where nothing restricts them. */
const surelyIn = (rules: RuleSet, person: Present): boolean =>
  person.addresses.length === 0 ? !used(person.keys).some((key) => rules.restricted.has(key)) : refusingAll(rules, person).length === 0;

const advancedIn = ({ rules, author, authorIsAdvanced, administrators }: Standing): boolean =>
  (author !== null && authorIsAdvanced && refusingAll(rules, author).length === 0) ||
  administrators.some((one) => one.advanced && surelyIn(rules, one));

export interface ShutOut {
  /** What no longer lets the author in, and did before. */
  object: ObjectKey | null;
  /** Other administrators who are signed in, were let in and no longer would be. */
  others: number;
  /** No advanced administrator would surely come in any more, and one did before. */
  lastAdministrator: boolean;
}

/** A thousand administrators are judged in steps. */
export async function shutOut(before: Standing, after: Standing): Promise<ShutOut> {
  const refusedBefore = new Set(before.author ? refusingAll(before.rules, before.author) : []);
  const refused = after.author ? refusingAll(after.rules, after.author).filter((key) => !refusedBefore.has(key)) : [];
  const wereIn = new Set<string>();
  for await (const one of inTurns(before.administrators)) if (refusingAll(before.rules, one).length === 0) wereIn.add(one.userId);
  let others = 0;
  for await (const one of inTurns(after.administrators))
    if (wereIn.has(one.userId) && refusingAll(after.rules, one).length > 0) others += 1;
  // What is known of each address by now makes this short.
  return { object: refused[0] ?? null, others, lastAdministrator: advancedIn(before) && !advancedIn(after) };
}
