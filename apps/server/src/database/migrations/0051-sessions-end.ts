import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/**
 * Freezing, expiration and a new password end everything that a person has open. A trigger does it where the row changes: so it holds for
 * every writer, and nothing is left that would work again after an unfreeze. What ends on a date ends when the date is changed. A person
 * who changes their own password keeps the session in which they do it, which the transaction names.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  // The browser's name, its User-Agent and the IP address of the sign-in: people recognise their sessions by these.
  `alter table session add column browser text, add column agent text not null default '', add column address text not null default ''`,
  `create index session_by_browser on session (browser) where browser is not null`,
  `create function end_what_was_opened() returns trigger language plpgsql as $$
    declare
      barred boolean := new.frozen_at is distinct from old.frozen_at
        or new.expires_at is distinct from old.expires_at and (coalesce(new.expires_at <= now(), false) or coalesce(old.expires_at <= now(), false));
    begin
      if not barred and new.password_hash is not distinct from old.password_hash then return null; end if;
      delete from session where user_id = new.id and id::text is distinct from current_setting('alcove.kept_session', true);
      update qr_sign_in set state = 'refused' where user_id = new.id and state in ('scanned', 'confirmed');
      if barred then
        delete from instant_ticket where user_id = new.id;
        delete from folder_download where user_id = new.id;
      end if;
      return null;
    end $$`,
  `create trigger sessions_end after update of frozen_at, expires_at, password_hash on user_account
    for each row execute function end_what_was_opened()`,
  // People who are frozen already may still have sessions.
  `delete from session s using user_account u where u.id = s.user_id and (u.frozen_at is not null or u.expires_at <= now())`,
];
