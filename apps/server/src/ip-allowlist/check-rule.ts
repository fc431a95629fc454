import type { Kysely } from 'kysely';
import type { AllowlistObject, calls, LockOut, AnswerOf, OwnAddress, RequestOf } from '@alcove/contract';
import { compile, findPeople, networkAround, shutOut } from '../address-rules/index.ts';
import type { Rule, Rules } from '../address-rules/index.ts';
import type { Tables } from '../database/index.ts';
import { refusal } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { listRules, nameOfObject, networksOfRegions } from './allowlist-queries.ts';
import { requireObject } from './change-rules.ts';
import { readLines } from './read-lines.ts';

type Calls = typeof calls.adminAllowlist;

export const ownAddress = (ip: string): OwnAddress => ({ address: ip.replace(/^::ffff:(?=\d+\.)/i, ''), network: networkAround(ip) });

/**
 * What is wrong with the lines of a rule, and whom it would shut out if its good lines were all. The save checks again, in its transaction. Throws
 * ALLOWLIST_OBJECT_GONE.
 */
export async function checkRule(
  database: Kysely<Tables>,
  input: RequestOf<Calls['check']>,
  { caller, ip, language }: UserContext,
): Promise<AnswerOf<Calls['check']>> {
  const { networks, faults } = readLines(input.addresses);
  const own = ownAddress(ip);
  const told = faults.map(({ line, code, details }) => {
    const { errcode, errmsg } = refusal(code, language, details);
    return { line, errcode, errmsg };
  });
  const { objectId } = await requireObject(database, input);
  if (networks.length + input.regionIds.length === 0) return { faults: told, lockOut: null, own };
  const saved = await listRules(database);
  const before = saved
    .filter(({ enabled }) => enabled)
    .map((rule) => ({ ...rule, networks: rule.addresses, regionIds: rule.regions.map(({ regionId }) => regionId) }));
  const asked: Rule = { object: input.object, objectId, networks, regionIds: input.regionIds };
  const regions = await networksOfRegions(database, [...input.regionIds, ...before.flatMap(({ regionIds }) => regionIds)]);
  const others = before.filter(({ ruleId }) => ruleId !== input.ruleId);
  const author = { userId: caller.userId, address: ip };
  const lockOut = await lockOutBy(
    database,
    author,
    { rules: before, regions },
    { rules: input.enabled ? [...others, asked] : others, regions },
  );
  return { faults: told, lockOut, own };
}

async function lockOutBy(
  database: Kysely<Tables>,
  author: { userId: string; address: string },
  before: Rules,
  after: Rules,
): Promise<LockOut | null> {
  const people = await findPeople(database, author, [...before.rules, ...after.rules]);
  const [rulesBefore, rulesAfter] = [await compile(before), await compile(after)];
  const { object: key, others, lastAdministrator } = await shutOut({ ...people, rules: rulesBefore }, { ...people, rules: rulesAfter });
  if (key === null && others === 0 && !lastAdministrator) return null;
  const [object, objectId] = (key?.split(' ') ?? [null]) as [AllowlistObject | null, string?];
  const isNamed = object === 'role' || object === 'department' || object === 'person';
  const objectName = isNamed && objectId !== undefined ? await nameOfObject(database, object, objectId) : null;
  return { object, objectName, others, lastAdministrator };
}
