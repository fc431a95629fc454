import { calls } from '@alcove/contract';
import { findRegions } from '../audit-reading/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { findRoles } from '../roles/index.ts';
import { listRules } from './allowlist-queries.ts';
import { changeRule, createRule, removeRule } from './change-rules.ts';
import type { AllowlistDeps } from './change-rules.ts';
import { checkRule, ownAddress } from './check-rule.ts';

const { adminAllowlist } = calls;

export const routes = (deps: AllowlistDeps): Binding[] => [
  answer(adminAllowlist.page, async (_, { ip }) => ({
    own: ownAddress(ip),
    rules: await listRules(deps.database),
    regions: (await findRegions(deps.database)).map(({ regionId, name }) => ({ regionId, name })),
    roles: (await findRoles(deps.database)).map(({ roleId, name, builtIn }) => ({ roleId, name, builtIn })),
  })),
  answer(adminAllowlist.check, (input, context) => checkRule(deps.database, input, context)),
  answer(adminAllowlist.create, (input, { caller }) => createRule(deps, input, caller)),
  answer(adminAllowlist.update, (input, { caller }) => changeRule(deps, input, caller)),
  answer(adminAllowlist.remove, (input, { caller }) => removeRule(deps, input, caller)),
];
