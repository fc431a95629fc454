import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { findExposures, requireHighStays } from '../links/index.ts';
import { sensitivityAt } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { givesOut } from './arrival-queries.ts';
import { judge } from './judge.ts';
import { readPolicy } from './rule-queries.ts';

export interface Arrival {
  name: string;
  size: number;
  /** Whether there was a rule that refuses (`arrivalsAreJudged`) when the folder was looked up. */
  isJudged: boolean;
}

/**
 * Judges a file that is uploaded to a folder by what is known before its text is read: its name, its size and its folder's level. Texts are compared
 * afterwards, and until then the file is not given to visitors. Throws HIGH_INTO_LINK, UPLOAD_REFUSED.
 */
export async function judgeArrival(database: Kysely<Tables>, folder: ItemContext, { isJudged, ...file }: Arrival): Promise<void> {
  const sensitivity = sensitivityAt(folder);
  if (sensitivity === 'high') {
    const into = (await findExposures(database, [folder.instanceId])).get(folder.instanceId);
    if (into) await requireHighStays(database, into, { own: 'normal', from: null });
  }
  if (!isJudged || !(await givesOut(database, folder.instanceId))) return;
  const { rules } = await readPolicy(database);
  if (judge(rules, { ...file, sensitivity, text: 'none' }).refusedBy !== null) throw new Failure('UPLOAD_REFUSED');
}

/** The same as others receive it. */
export type JudgeArrival = typeof judgeArrival;
