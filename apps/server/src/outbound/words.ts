import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../database/index.ts';
import type { Judgement } from './judge.ts';
import { areWordsApproved, isApproved } from './review-queries.ts';
import type { Policy } from './rule-queries.ts';

/**
 * Whether somebody has to look at the name and the note of a link: a rule finds something in them, or everything is reviewed and they are not what was approved.
 * `words`: what the rules say of them.
 */
export async function wordsAsk(
  database: Kysely<Tables>,
  link: Pick<Selectable<Tables['link']>, 'id' | 'name' | 'note'>,
  words: Judgement,
  { everything }: Pick<Policy, 'everything'>,
): Promise<boolean> {
  if (words.found.length === 0 && !(everything && (await isApproved(database, link.id)))) return false;
  return !(await areWordsApproved(database, link));
}
