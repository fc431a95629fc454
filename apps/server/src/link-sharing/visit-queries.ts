import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import type { LinkVisit } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface VisitRow {
  id: string;
  name: string | null;
  address: string;
  agent: string;
  created_at: Date;
  took: { deed: LinkVisit['took'][number]['deed']; instanceName: string; time: string }[];
}

/** What is listed of one visit at most. */
const mostTaken = 50;

const ofOthers = sql<boolean>`person_id is distinct from (select creator_id from link where id = link_id)`;

/** The visits of a link, but for its creator's own, the latest first, with what each took. */
export async function findVisits(
  database: Kysely<Tables>,
  linkId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ total: number; rows: VisitRow[] }> {
  const total = await database
    .selectFrom('link_visitor')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('link_id', '=', linkId)
    .where(ofOthers)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<VisitRow>`
    select v.id, u.real_name as name, v.address, v.agent, v.created_at, taken.took
    from (select * from link_visitor where link_id = ${linkId} and ${ofOthers} order by created_at desc, id desc offset ${offset} limit ${limit}) v
      left join user_account u on u.id = v.person_id,
      lateral (
        select coalesce(json_agg(json_build_object('deed', t.deed, 'instanceName', t.instance_name,
          'time', to_char(t.taken_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.id desc), '[]') as took
        from (select * from link_taking where visitor_id = v.id order by id desc limit ${sql.lit(mostTaken)}) t
      ) taken
    order by v.created_at desc, v.id desc`.execute(database);
  return { total: total.n, rows };
}
