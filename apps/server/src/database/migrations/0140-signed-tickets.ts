import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Tickets for instant transfers are signed, and have no rows while they are offered. What came of them is kept with what came of small uploads. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table saved_upload rename object_key to key`,
  `create or replace function end_what_was_opened() returns trigger language plpgsql as $$
    declare
      barred boolean := new.frozen_at is distinct from old.frozen_at
        or new.expires_at is distinct from old.expires_at and (coalesce(new.expires_at <= now(), false) or coalesce(old.expires_at <= now(), false));
    begin
      if not barred and new.password_hash is not distinct from old.password_hash then return null; end if;
      delete from session where user_id = new.id and id::text is distinct from current_setting('alcove.kept_session', true);
      delete from first_secret where user_id = new.id;
      update qr_sign_in set state = 'refused' where user_id = new.id and state in ('scanned', 'confirmed');
      if not barred or new.frozen_at is null and coalesce(new.expires_at > now(), true) then
        delete from sign_in_step where user_id = new.id;
      end if;
      if barred then delete from folder_download where user_id = new.id; end if;
      return null;
    end $$`,
  `drop table instant_ticket`,
];
