import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Granting an access request used to write a grant of a share that did not exist: no list showed it and no call revoked it. On a group's
 * top folder it becomes a membership, if the person has nothing else in the group. Everywhere else it becomes part of an ordinary share by
 * whoever answered. If one person has several, the highest level stays.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const loose = (of: string) => `${of}.source_kind = 'share' and not exists (select from share known where known.id = ${of}.source_id)`;
const rank = (of: string) => `array_position(array['viewer', 'downloader', 'editor', 'sharer', 'manager'], ${of}.role)`;
const samePerson = (one: string, other: string) =>
  `${one}.instance_id = ${other}.instance_id and ${one}.subject_kind = ${other}.subject_kind and ${one}.subject_id = ${other}.subject_id`;
/** The departments of the person in grant `g`, upwards. */
const departments = `with recursive up as (
    select d.id, d.parent_id, 0 as steps from user_account u join department d on d.id = u.department_id where u.id = g.subject_id
    union all
    select d.id, d.parent_id, up.steps + 1 from up join department d on d.id = up.parent_id where up.steps < 64
  ) select id from up`;

const statements = [
  `delete from file_grant g using file_grant o where ${loose('g')} and ${loose('o')} and ${samePerson('o', 'g')}
    and o.grantor_id = g.grantor_id and (${rank('g')}, g.id) < (${rank('o')}, o.id)`,
  `update file_grant g set source_kind = 'group', source_id = i.space_id from instance i join space sp on sp.id = i.space_id
    where ${loose('g')} and i.id = g.instance_id and i.parent_id is null and sp.kind = 2 and g.subject_kind = 'person'
      and not exists (select from file_grant m where m.instance_id = i.id and m.source_id = sp.id
        and (m.subject_id = g.subject_id or m.subject_id in (${departments})))
      and not exists (select from file_grant o where ${loose('o')} and ${samePerson('o', 'g')} and (${rank('o')}, o.id) > (${rank('g')}, g.id))`,
  `insert into share (id, instance_id, initiator_id, created_at, expires_at)
    select distinct on (g.instance_id, g.grantor_id) g.source_id, g.instance_id, g.grantor_id, g.created_at, null
    from file_grant g where ${loose('g')} order by g.instance_id, g.grantor_id, g.created_at
    on conflict (instance_id, initiator_id) do nothing`,
  // A person who already was in the answerer's share has one grant there: the higher one.
  `update file_grant m set role = g.role, expires_at = g.expires_at
    from file_grant g join share s on s.instance_id = g.instance_id and s.initiator_id = g.grantor_id
    where ${loose('g')} and m.source_id = s.id and ${samePerson('m', 'g')} and ${rank('g')} > ${rank('m')}`,
  `delete from file_grant g using share s, file_grant m
    where ${loose('g')} and s.instance_id = g.instance_id and s.initiator_id = g.grantor_id and m.source_id = s.id and ${samePerson('m', 'g')}`,
  `update file_grant g set source_id = s.id from share s where ${loose('g')} and s.instance_id = g.instance_id and s.initiator_id = g.grantor_id`,
  // No grant outlasts its share, so the share lasts as long as its longest grant.
  `update share s set expires_at = null where expires_at is not null and exists (
    select from file_grant g where g.source_id = s.id and g.expires_at is null)`,
  `update share s set expires_at = (select max(g.expires_at) from file_grant g where g.source_id = s.id)
    where expires_at < (select max(g.expires_at) from file_grant g where g.source_id = s.id)`,
];
