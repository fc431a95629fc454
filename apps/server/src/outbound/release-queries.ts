import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

/** Whether anything of a link may be held back from its visitors: there are rules, everything is reviewed, or somebody refused files of it. */
export async function mayHoldBack(database: Kysely<Tables>, linkId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (select from dlp_rule where enabled) or exists (select from service_config where code = 'outboundReview')
      or exists (select from review where link_id = ${linkId} and state = 'refused' and holds) as may`.execute(database);
  return rows[0]!.may;
}
