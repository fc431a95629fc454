import { sql } from 'kysely';
import type { Transaction } from 'kysely';

/** What is made from a content to view it: once per content and kind, stored beside the content. */
// eslint-disable-next-line no-explicit-any -- the tables of this migration's time
export async function up(database: Transaction<any>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const statements = [
  `create table rendition (
    blob_id uuid not null references blob,
    kind text not null,
    state text not null default 'waiting' check (state in ('waiting', 'ready', 'refused')),
    -- Of one that is refused: what is wrong with the content, or what is not installed.
    reason text,
    -- Known before the object is written, so that whatever a crash leaves can be removed.
    object_key text,
    content_type text,
    size bigint,
    -- Of the picture that it was made from.
    width integer,
    height integer,
    -- Percent, of one that is being made.
    progress smallint,
    attempts smallint not null default 0,
    -- Whoever makes it renews this; past it, it waits anew.
    leased_until timestamptz,
    asked_at timestamptz not null default now(),
    primary key (blob_id, kind),
    check (state <> 'ready' or (object_key is not null and content_type is not null and size is not null)),
    check ((state = 'refused') = (reason is not null))
  )`,
  `create index rendition_waiting on rendition (asked_at) where state = 'waiting'`,
  `create index rendition_asked on rendition (asked_at) where state <> 'waiting'`,
];
