import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** Directories of the company as platforms. Their attributes stand where the claims do, and their issuer is their protocol. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `alter table platform
    drop constraint platform_protocol_check,
    add constraint platform_protocol_check check (protocol in ('oidc', 'ldap', 'ad')),
    alter column client_id drop not null,
    alter column scopes drop not null,
    alter column algorithm drop not null,
    add constraint platform_oidc_check check (protocol <> 'oidc' or (client_id is not null and scopes is not null and algorithm is not null)),
    add constraint platform_directory_check check (protocol = 'oidc' or (issuer = protocol and not is_the_sign_in))`,
  // Its secret is the password of the account that reads.
  `create table platform_directory (
    platform_id uuid primary key references platform on delete cascade,
    url text not null,
    start_tls boolean not null,
    authority text not null,
    base text not null,
    reading_user text not null,
    filter text not null,
    department_claim text not null
  )`,
];
