import type { Kysely } from 'kysely';
import type { AnswerOf, calls, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { turns } from '../in-turns.ts';
import { judgeNames } from './judge-names.ts';
import { judge, needsReview } from './judge.ts';
import { readPolicy } from './rule-queries.ts';
import { walk } from './walk-link.ts';

/** Beyond that many files the answer says that the rest waits, and the verification of the link finds out. */
const mostFiles = 10_000;
const mostRefused = 20;

/**
 * What the content rules say of an item before a link to it is made, as far as it is known: the files that would be refused, whether somebody would have to
 * look, and how many files are not judged yet.
 */
export async function checkItem(database: Kysely<Tables>, instanceId: InstanceId): Promise<AnswerOf<typeof calls.link.checkDlp>> {
  const { rules, everything } = await readPolicy(database);
  const answer = { refused: [] as { instanceName: string; rule: string }[], reviewed: everything, waiting: 0 };
  if (rules.length === 0) return answer;
  const othersTurn = turns();
  let files = 0;
  for await (const batch of walk(database, null, instanceId)) {
    for (const file of batch) {
      await othersTurn();
      files += 1;
      const judgement = file.isFile ? judge(rules, file) : judgeNames(rules, [file.name]);
      if (judgement.refusedBy !== null && answer.refused.length < mostRefused)
        answer.refused.push({ instanceName: file.name, rule: judgement.refusedBy });
      if (judgement.open !== null) answer.waiting += 1;
      answer.reviewed ||= needsReview(judgement, null, everything) === true;
    }
    if (files >= mostFiles) return { ...answer, waiting: answer.waiting + 1 };
  }
  return answer;
}
