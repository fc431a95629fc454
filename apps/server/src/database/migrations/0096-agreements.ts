import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { text as privacyEnglish } from '../migration-texts/0096-agreements/privacy-policy.en-US.ts';
import { text as privacyChinese } from '../migration-texts/0096-agreements/privacy-policy.zh-CN.ts';
import { text as serviceEnglish } from '../migration-texts/0096-agreements/service-agreement.en-US.ts';
import { text as serviceChinese } from '../migration-texts/0096-agreements/service-agreement.zh-CN.ts';
import { text as rulesEnglish } from '../migration-texts/0096-agreements/usage-rules.en-US.ts';
import { text as rulesChinese } from '../migration-texts/0096-agreements/usage-rules.zh-CN.ts';

/**
 * The agreements and their versions. Each version has an `edition`, counted over all documents: so one number says which versions somebody
 * accepted. Nobody of the company published the sample texts, which are version 1.
 */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of tables) await sql.raw(statement).execute(database);
  for (const [index, [document, chinese, english]] of sample.entries())
    await sql`insert into agreement_version (edition, document, number, text_zh, text_en, asks, published_at)
      values (${index + 1}, ${document}, 1, ${chinese}, ${english}, true, '2026-11-23T00:00:00+08:00')`.execute(database);
  for (const statement of people) await sql.raw(statement).execute(database);
}

const sample = [
  ['serviceAgreement', serviceChinese, serviceEnglish],
  ['privacyPolicy', privacyChinese, privacyEnglish],
  ['usageRules', rulesChinese, rulesEnglish],
] as const;

const tables = [
  `create table agreement_version (
    edition integer primary key,
    document text not null check (document in ('serviceAgreement', 'privacyPolicy', 'usageRules')),
    number integer not null,
    text_zh text not null,
    text_en text not null,
    note_zh text not null default '',
    note_en text not null default '',
    asks boolean not null,
    published_at timestamptz not null default now(),
    published_by uuid references user_account,
    unique (document, number)
  )`,
  // What each request of a session asks: the latest edition that must be accepted before anything else.
  `create index agreement_version_due on agreement_version (edition) where asks and published_by is not null`,
  `create table agreement_draft (
    document text primary key check (document in ('serviceAgreement', 'privacyPolicy', 'usageRules')),
    revision uuid not null,
    text_zh text not null,
    text_en text not null,
    note_zh text not null default '',
    note_en text not null default '',
    updated_at timestamptz not null default now(),
    updated_by uuid not null references user_account
  )`,
  `create function signal_agreement() returns trigger language plpgsql as $$
    begin perform pg_notify('alcove_agreement', ''); return null; end $$`,
  `create trigger agreement_published after insert or update or delete on agreement_version
    for each statement execute function signal_agreement()`,
];

const people = [
  `alter table user_account add column agreement_edition integer not null default 0`,
  `create table agreement_acknowledgement (
    user_id uuid not null references user_account,
    edition integer not null references agreement_version,
    acknowledged_at timestamptz not null default now(),
    primary key (user_id, edition)
  )`,
  `insert into agreement_acknowledgement (user_id, edition, acknowledged_at) select id, 3, agreement_at from user_account where agreement_at is not null`,
  `update user_account set agreement_edition = 3 where agreement_at is not null`,
  `create trigger agreement_accepted after update of agreement_edition on user_account for each row execute function signal_user()`,
  // Who has not accepted, by name.
  `create index user_account_agreement on user_account (agreement_edition) where left_at is null`,
];
