import { isDeepStrictEqual } from 'node:util';
import type { Kysely, Transaction } from 'kysely';
import { requestFrom } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { networkAround } from './network-around.ts';
import { shutOut } from './lock-out-rules.ts';
import type { Standing } from './lock-out-rules.ts';
import { findAdministrators, findKeys, findRules } from './rule-queries.ts';
import { compile } from './rule-set.ts';
import type { ObjectKey, Rule } from './rule-set.ts';

/** The author of a change and the address of their request. */
export interface Author {
  userId: string;
  address: string;
}

/** Those whom rules may shut out, as the transaction sees them. `known`: all rules for which it must tell to whom they apply. */
export async function findPeople(
  database: Kysely<Tables>,
  author: Author | null,
  known: readonly Rule[],
): Promise<Omit<Standing, 'rules'>> {
  const all = known.length === 0 ? [] : await findAdministrators(database);
  const people = [...(author ? [author.userId] : []), ...all.map(({ userId }) => userId)];
  const keys = known.some(({ objectId }) => objectId !== null) ? await findKeys(database, people, known) : new Map<string, ObjectKey[]>();
  const present = (userId: string, addresses: readonly string[]) => ({ addresses, keys: keys.get(userId) ?? [] });
  return {
    author: author && present(author.userId, [author.address]),
    authorIsAdvanced: all.some(({ userId, advanced }) => advanced && userId === author?.userId),
    administrators: all
      .filter(({ userId }) => userId !== author?.userId)
      .map(({ userId, advanced, addresses }) => ({ userId, advanced, ...present(userId, addresses) })),
  };
}

/**
 * Runs a change of the rules, of regions, or of roles and departments, under the lock of roles (`lockRoles`), and refuses it if its author would no longer come in from where they are, or if no
 * advanced administrator surely would. Who was shut out before is not held to it: they may be mending it. Throws ALLOWLIST_LOCKS_OUT and
 * ALLOWLIST_LOCKS_ADMINISTRATORS, so that the transaction is undone.
 */
export async function refuseLockOut<Answer>(
  transaction: Transaction<Tables>,
  by: { userId: string } | null,
  change: () => Promise<Answer>,
): Promise<Answer> {
  const address = requestFrom();
  const author = address === null || by === null ? null : { userId: by.userId, address };
  const rulesBefore = await findRules(transaction);
  const before = await findPeople(transaction, author, rulesBefore.rules);
  const answer = await change();
  const rulesAfter = await findRules(transaction);
  if (rulesAfter.rules.length === 0) return answer;
  const after = await findPeople(transaction, author, rulesAfter.rules);
  // Almost every change of an administrator is about something else, and preparing thousands of networks takes long.
  const same = isDeepStrictEqual(rulesBefore, rulesAfter);
  if (same && isDeepStrictEqual(before, after)) return answer;
  const prepared = await compile(rulesAfter);
  const preparedBefore = same ? prepared : await compile(rulesBefore);
  // Without rules nobody was shut out before, whoever was an administrator.
  const people = rulesBefore.rules.length > 0 ? before : after;
  const { object, lastAdministrator } = await shutOut({ ...people, rules: preparedBefore }, { ...after, rules: prepared });
  if (object !== null && author)
    throw new Failure('ALLOWLIST_LOCKS_OUT', { address: author.address, network: networkAround(author.address) ?? '' });
  if (lastAdministrator) throw new Failure('ALLOWLIST_LOCKS_ADMINISTRATORS');
  return answer;
}
