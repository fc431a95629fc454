/** Public API: from which addresses people and visitors are let in. Administrators edit the rules in ip-allowlist/. */
export { shutOut } from './lock-out-rules.ts';
export { networkAround } from './network-around.ts';
export { openAddressRules } from './open-rules.ts';
export type { AddressRules } from './open-rules.ts';
export { findPeople, refuseLockOut } from './refuse-lock-out.ts';
export { findRules, wordsOf } from './rule-queries.ts';
export { compile } from './rule-set.ts';
export type { Rule, Rules } from './rule-set.ts';
export { shortest } from './written.ts';
