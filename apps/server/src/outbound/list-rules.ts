import type { AnswerOf, calls } from '@alcove/contract';
import type { OutboundDeps } from './deps.ts';
import { findRules, readVersion } from './rule-queries.ts';

export async function listRules({
  database,
  serviceConfig,
}: Pick<OutboundDeps, 'database' | 'serviceConfig'>): Promise<AnswerOf<typeof calls.adminDlp.page>> {
  const [version, { contentRules: used }, rules] = await Promise.all([readVersion(database), serviceConfig(), findRules(database)]);
  return { version, used, rules };
}
