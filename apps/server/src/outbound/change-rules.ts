/** Administrators change the content rules. What is outside already is judged by the new rules when it is asked for next. */
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { calls, DlpRule, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer } from '../roles/index.ts';
import { lookAtAll } from './check-queries.ts';
import { countRules, deleteRule, findRules, insertRule, lockRule, raiseVersion, updateRule } from './rule-queries.ts';
import { checkedValue } from './rule-values.ts';

type Calls = typeof calls.adminDlp;

/** Runs a change of the rules as the next version of the set. */
const changing = <Answer>(database: Kysely<Tables>, caller: Caller, change: (transaction: Transaction<Tables>) => Promise<Answer>) =>
  administer(database, caller, 'dlp.edit', async (transaction) => {
    await raiseVersion(transaction);
    const answer = await change(transaction);
    await lookAtAll(transaction);
    return answer;
  });

/** All rules were switched off or on again, or the samples bring one: a new version of the set, by which everything outside is looked at. */
export async function lookAnew(transaction: Transaction<Tables>): Promise<void> {
  await raiseVersion(transaction);
  await lookAtAll(transaction);
}

const shown = async (transaction: Transaction<Tables>, ruleId: string): Promise<DlpRule> =>
  (await findRules(transaction)).find((rule) => rule.ruleId === ruleId)!;

/** Throws DLP_RULES_TOO_MANY, and DLP_… for a value that does not fit the kind. */
export async function createRule(database: Kysely<Tables>, input: RequestOf<Calls['create']>, caller: Caller): Promise<DlpRule> {
  const rule = { ...input, value: checkedValue(input.kind, input.value) };
  return changing(database, caller, async (transaction) => {
    if ((await countRules(transaction)) >= limits.dlpRules) throw new Failure('DLP_RULES_TOO_MANY', { limit: limits.dlpRules });
    return shown(transaction, await addRule(transaction, rule));
  });
}

/** A rule whose value fits its kind. Returns its id. */
export async function addRule(transaction: Transaction<Tables>, rule: RequestOf<Calls['create']>): Promise<string> {
  const ruleId = newId();
  await insertRule(transaction, { ...rule, ruleId });
  return ruleId;
}

/** Throws DLP_RULE_GONE, and DLP_… for a value that does not fit the kind. */
export async function changeRule(database: Kysely<Tables>, input: RequestOf<Calls['update']>, caller: Caller): Promise<DlpRule> {
  const { ruleId } = input;
  return changing(database, caller, async (transaction) => {
    const before = await lockRule(transaction, ruleId);
    if (!before) throw new Failure('DLP_RULE_GONE');
    const { name, value, action, enabled } = before;
    addBefore(ruleId, { action, enabled });
    await updateRule(transaction, {
      ...before,
      name: input.name ?? name,
      value: input.value === undefined ? value : checkedValue(before.kind, input.value),
      action: input.action ?? action,
      enabled: input.enabled ?? enabled,
    });
    return shown(transaction, ruleId);
  });
}

/** A rule that is gone already was removed before, by this request or by somebody else. */
export async function removeRule(database: Kysely<Tables>, { ruleId }: RequestOf<Calls['remove']>, caller: Caller): Promise<null> {
  return changing(database, caller, async (transaction) => {
    await deleteRule(transaction, ruleId);
    return null;
  });
}
