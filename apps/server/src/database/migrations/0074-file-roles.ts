import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * The items of the twelve file roles, which administrators edit. They begin as the sets that were written in the program. Whoever changes them
 * is shown first whom it concerns: the index finds the holders of one role without reading all grants.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const every =
  'list,comment,onlineReading,preview,upload,historyManage,historyView,historyRestore,fileSync,download,collect,share,tag,search,attribute,copy,move,delete,rename,personnelManagement';
const viewer = 'list,comment,onlineReading,preview,historyView,collect,search,attribute';
const downloader = 'list,comment,onlineReading,preview,historyView,download,collect,search,attribute,copy';
const editor =
  'list,comment,onlineReading,preview,upload,historyView,historyRestore,download,collect,tag,search,attribute,copy,move,delete,rename';

const sets: Record<string, string> = {
  forbidden: '',
  observer: 'list,search,attribute',
  reader: 'list,onlineReading,preview,search,attribute',
  defaultRole: viewer,
  viewer,
  uploader: 'list,upload',
  editor,
  operator:
    'list,comment,onlineReading,preview,upload,historyManage,historyView,historyRestore,fileSync,download,collect,tag,search,attribute,copy,move,delete,rename',
  sharedPerson: 'list,comment,onlineReading,preview,historyView,download,collect,search,attribute',
  manager: every,
  downloader,
  sharer:
    'list,comment,onlineReading,preview,upload,historyView,historyRestore,download,collect,share,tag,search,attribute,copy,move,delete,rename',
};

const statements = [
  `create table file_role (
    role text primary key,
    items text[] not null,
    constraint file_role_known check (role in (${Object.keys(sets)
      .map((role) => `'${role}'`)
      .join(', ')})),
    constraint file_role_items check (items <@ '{${every}}'::text[]),
    constraint file_role_forbids check (role <> 'forbidden' or cardinality(items) = 0),
    constraint file_role_manages check (role <> 'manager' or 'personnelManagement' = any(items))
  )`,
  `insert into file_role (role, items) values ${Object.entries(sets)
    .map(([role, items]) => `('${role}', '{${items}}')`)
    .join(', ')}`,
  // A missing row would take a role away from everybody, so no row goes, whoever asks for it.
  `create function keep_file_role() returns trigger language plpgsql as $$
    begin raise exception 'the twelve file roles stay' using errcode = 'check_violation'; end $$`,
  `create trigger file_role_stays before delete or truncate on file_role for each statement execute function keep_file_role()`,
  `drop index user_role_holders`,
  `create index user_role_holders on user_role (role_id, user_id)`,
  `create index file_grant_of_role on file_grant (role, subject_kind, subject_id) include (expires_at)`,
];
