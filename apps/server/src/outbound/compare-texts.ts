import type { BlobId } from '@alcove/contract';
import { readSoon } from '../search/index.ts';
import type { OutboundDeps } from './deps.ts';
import { addHits, findText } from './hit-queries.ts';
import { looksIntoText } from './judge.ts';
import type { Rule } from './judge.ts';
import type { TextRule } from './matching/text-rules.ts';

export const textRulesOf = (rules: readonly Rule[]): TextRule[] =>
  rules.flatMap(({ kind, value, revision }) => (looksIntoText({ kind }) ? [{ kind: kind as TextRule['kind'], value, revision }] : []));

/**
 * Reads the text of one content, if that is still to be done, and compares it with the rules that it was not compared with before. What two
 * processes find at once is the same, and kept once. Returns whether it was compared.
 */
export async function compareText(
  { database, reading, ruleMatcher }: OutboundDeps,
  blobId: BlobId,
  rules: readonly TextRule[],
): Promise<boolean> {
  await readSoon(reading, [blobId]);
  const known = await findText(database, blobId);
  if (!known) return false;
  const left = rules.filter(({ revision }) => !known.judged.includes(revision));
  if (left.length === 0) return false;
  const { found, slow } = await ruleMatcher.compare(known.text, left);
  const revisions = (of: readonly TextRule[]) => of.map(({ revision }) => revision);
  await addHits(database, blobId, { judged: revisions(left), found, unread: slow.length > 0 }, revisions(rules));
  return true;
}
