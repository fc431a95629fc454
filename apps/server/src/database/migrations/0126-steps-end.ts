import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * A sign-in that waits for the second factor ends with the sessions of its person. While the account is frozen or expired it stays, so that whoever
 * gives the factor reads why they do not get in; once the account is open again, it is gone.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  await sql.raw(endWhatWasOpened).execute(database);
}

const endWhatWasOpened = `create or replace function end_what_was_opened() returns trigger language plpgsql as $$
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
      if barred then
        delete from instant_ticket where user_id = new.id;
        delete from folder_download where user_id = new.id;
      end if;
      return null;
    end $$`;
