/** Administrators change the rules of the IP allowlist. `administer` refuses what would shut them out. */
import type { Kysely, Transaction } from 'kysely';
import { limits } from '@alcove/contract';
import type { AllowlistObject, AllowlistRule, calls, RequestOf } from '@alcove/contract';
import { addBefore } from '../audit/index.ts';
import { afterCommit } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { administer } from '../roles/index.ts';
import { countRules, deleteRule, findRule, nameOfObject, networksOfRegions, putRule } from './allowlist-queries.ts';
import { readLines } from './read-lines.ts';

type Calls = typeof calls.adminAllowlist;

/** Of the first line that is wrong. Throws ALLOWLIST_… with the line. */
function checkedNetworks(lines: readonly string[]): string[] {
  const { networks, faults } = readLines(lines);
  const [fault] = faults;
  if (fault) throw new Failure(fault.code, { ...fault.details, field: 'addresses' });
  return networks;
}

/** Throws REGION_GONE. */
async function requireRegions(database: Kysely<Tables>, regionIds: readonly string[]): Promise<void> {
  const found = await networksOfRegions(database, regionIds);
  if (regionIds.some((id) => !found.has(id))) throw new Failure('REGION_GONE', { field: 'regionIds' });
}

/** The id that the object has, or null. Throws ALLOWLIST_OBJECT_GONE. */
export async function requireObject(
  database: Kysely<Tables>,
  { object, objectId }: { object: AllowlistObject; objectId?: string | undefined },
): Promise<{ objectId: string | null; name: string | null }> {
  if (object !== 'role' && object !== 'department' && object !== 'person') {
    if (objectId !== undefined) throw new Failure('BAD_REQUEST', { field: 'objectId' });
    return { objectId: null, name: null };
  }
  if (objectId === undefined) throw new Failure('BAD_REQUEST', { field: 'objectId' });
  const name = await nameOfObject(database, object, objectId);
  if (name === null) throw new Failure('ALLOWLIST_OBJECT_GONE', { field: 'objectId' });
  return { objectId, name };
}

export interface AllowlistDeps {
  database: Kysely<Tables>;
  /** Lets this process read the rules again. The database tells every process, a moment later. */
  forgetAddressRules: () => void;
}

const changing = <Answer>(
  { database, forgetAddressRules }: AllowlistDeps,
  caller: Caller,
  change: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  administer(database, caller, 'allowlist.edit', async (transaction) => {
    const answer = await change(transaction);
    afterCommit(forgetAddressRules);
    return answer;
  });

/** Throws ALLOWLIST_…, REGION_GONE. */
export async function createRule(deps: AllowlistDeps, input: RequestOf<Calls['create']>, caller: Caller): Promise<AllowlistRule> {
  const networks = checkedNetworks(input.addresses);
  const regionIds = [...new Set(input.regionIds)];
  if (networks.length + regionIds.length === 0) throw new Failure('ALLOWLIST_EMPTY', { field: 'addresses' });
  return changing(deps, caller, async (transaction) => {
    if ((await countRules(transaction)) >= limits.allowlistRules)
      throw new Failure('ALLOWLIST_RULES_TOO_MANY', { limit: limits.allowlistRules });
    const { objectId } = await requireObject(transaction, input);
    await requireRegions(transaction, regionIds);
    const ruleId = newId();
    await putRule(transaction, { ...input, ruleId, objectId, networks, regionIds, changedBy: caller.userId });
    return (await findRule(transaction, ruleId))!;
  });
}

/** Throws ALLOWLIST_…, REGION_GONE. */
export async function changeRule(deps: AllowlistDeps, input: RequestOf<Calls['update']>, caller: Caller): Promise<AllowlistRule> {
  const { ruleId } = input;
  const given = input.addresses && checkedNetworks(input.addresses);
  return changing(deps, caller, async (transaction) => {
    const before = await findRule(transaction, ruleId);
    if (!before) throw new Failure('ALLOWLIST_RULE_GONE');
    const namesBefore = before.regions.map(({ regionId }) => regionId);
    const networks = given ?? checkedNetworks(before.addresses);
    const regionIds = input.regionIds ? [...new Set(input.regionIds)] : namesBefore;
    if (networks.length + regionIds.length === 0) throw new Failure('ALLOWLIST_EMPTY', { field: 'addresses' });
    await requireRegions(transaction, regionIds);
    addBefore(ruleId, { addresses: before.addresses, regionIds: namesBefore, enabled: before.enabled });
    const { note = before.note, enabled = before.enabled } = input;
    await putRule(transaction, { ...before, networks, regionIds, note, enabled, changedBy: caller.userId });
    return (await findRule(transaction, ruleId))!;
  });
}

/** A rule that is gone already was removed before, by this request or by somebody else. */
export const removeRule = (deps: AllowlistDeps, { ruleId }: RequestOf<Calls['remove']>, caller: Caller): Promise<null> =>
  changing(deps, caller, async (transaction) => {
    await deleteRule(transaction, ruleId);
    return null;
  });
