import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { changeRule, createRule, removeRule } from './change-rules.ts';
import { approve, refuse } from './decide-review.ts';
import type { OutboundDeps } from './deps.ts';
import { pageOfReviews, showReview } from './list-reviews.ts';
import { previewReviewed } from './preview-review.ts';
import { listRules } from './list-rules.ts';
import { readVersion } from './rule-queries.ts';
import { tryRule } from './try-rule.ts';

const { adminDlp, adminLink, user } = calls;

export const routes = (deps: OutboundDeps): Binding[] => [
  answer(user.dlpVersion, async () => ({ version: await readVersion(deps.database) })),
  answer(adminDlp.page, () => listRules(deps)),
  answer(adminDlp.create, (input, { caller }) => createRule(deps.database, input, caller)),
  answer(adminDlp.update, (input, { caller }) => changeRule(deps.database, input, caller)),
  answer(adminDlp.remove, (input, { caller }) => removeRule(deps.database, input, caller)),
  answer(adminDlp.test, (input) => tryRule(deps.ruleMatcher, input)),
  answer(adminLink.page, (input, { caller }) => pageOfReviews(deps, input, caller)),
  answer(adminLink.detail, (input, { caller }) => showReview(deps.database, input, caller)),
  answer(adminLink.preview, (input, context) => previewReviewed(deps, input, context)),
  answer(adminLink.approve, (input, { caller }) => afterwards(deps, approve(deps.database, input, caller))),
  answer(adminLink.refuse, (input, { caller }) => afterwards(deps, refuse(deps.database, input, caller))),
];

/** Whatever came of it, what is there now is looked at soon. */
async function afterwards<Answer>({ wake }: OutboundDeps, decided: Promise<Answer>): Promise<Answer> {
  try {
    return await decided;
  } finally {
    wake('look at what goes outside');
  }
}
