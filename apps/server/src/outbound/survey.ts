import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { BlobId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { turns } from '../in-turns.ts';
import type { CheckedLink } from './check-queries.ts';
import { judgeNames } from './judge-names.ts';
import { judge, needsReview } from './judge.ts';
import type { ReviewedFile } from './review-queries.ts';
import type { Policy } from './rule-queries.ts';
import { walk } from './walk-link.ts';
import type { WalkedFile } from './walk-link.ts';

/** What the files of a link are like, as far as it is known. */
export interface Survey {
  files: number;
  /** Files whose texts may still bring something. */
  open: number;
  /** Contents whose texts have to be read or compared; not all if there are many. */
  texts: BlobId[];
  /** The linked item; null if the link gives nothing out, or it is gone. */
  top: WalkedFile | null;
  /** The first file or folder that a rule refuses. */
  refused: WalkedFile | null;
  /** Something is highly sensitive. */
  high: boolean;
  /** Files and folders that somebody has to look at. */
  asking: ReviewedFile[];
  /** The others, as long as a reviewer can look at all of them. */
  others: ReviewedFile[];
}

const mostTexts = 500;

/** Whether visitors get anything that was there before them. */
export const givesOut = ({ permissions }: Pick<CheckedLink, 'permissions'>): boolean => permissions.some((one) => one !== 'upload');

/** Judges every file of a link. */
export async function surveyOf(database: Kysely<Tables>, link: CheckedLink, { rules, everything }: Policy): Promise<Survey> {
  const survey: Survey = { files: 0, open: 0, texts: [], top: null, refused: null, high: false, asking: [], others: [] };
  if (!givesOut(link)) return survey;
  const texts = new Set<BlobId>();
  const othersTurn = turns();
  for await (const files of walk(database, link.id, link.instance_id))
    for (const file of files) {
      await othersTurn();
      const { isFile } = file;
      if (isFile) survey.files += 1;
      survey.high ||= isFile && file.sensitivity === 'high';
      const judgement = isFile ? judge(rules, file) : judgeNames(rules, [file.name]);
      survey.top ??= file;
      if (judgement.refusedBy !== null) survey.refused ??= file;
      const asks = needsReview(judgement, file.decision, isFile && everything);
      if (judgement.open !== null && file.blobId !== null) {
        survey.open += 1;
        if (texts.size < mostTexts) texts.add(file.blobId);
      }
      if (asks === true) survey.asking.push({ file, found: judgement.found });
      else if (isFile && asks === false && file.decision !== 'refused' && survey.others.length <= limits.reviewedFiles)
        survey.others.push({ file, found: judgement.found });
    }
  return { ...survey, texts: [...texts] };
}

/** What a reviewer decides on: in a link that is to be opened everything, as long as that can be looked at, and otherwise what asks for it. */
export function toReview({ asking, others }: Pick<Survey, 'asking' | 'others'>, further: boolean): ReviewedFile[] {
  const all = !further && asking.length + others.length <= limits.reviewedFiles ? [...asking, ...others] : [...asking];
  const order = ({ file: one }: ReviewedFile, { file: other }: ReviewedFile): number => (one.path < other.path ? -1 : 1);
  return all.sort((one, other) => Number(other.found.length > 0) - Number(one.found.length > 0) || order(one, other));
}
