import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { changeRule, createRule, removeRule } from './change-rules.ts';
import type { OutboundDeps } from './deps.ts';
import { findRules, readVersion } from './rule-queries.ts';
import { tryRule } from './try-rule.ts';

const { adminDlp, user } = calls;

export const routes = (deps: OutboundDeps): Binding[] => [
  answer(user.dlpVersion, async () => ({ version: await readVersion(deps.database) })),
  answer(adminDlp.page, async () => ({ version: await readVersion(deps.database), rules: await findRules(deps.database) })),
  answer(adminDlp.create, (input, { caller }) => createRule(deps.database, input, caller)),
  answer(adminDlp.update, (input, { caller }) => changeRule(deps.database, input, caller)),
  answer(adminDlp.remove, (input, { caller }) => removeRule(deps.database, input, caller)),
  answer(adminDlp.test, (input) => tryRule(deps.ruleMatcher, input)),
];
