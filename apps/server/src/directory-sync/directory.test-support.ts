/** A directory that tells whatever a test wants, and a hand that works on runs. Tests with a real one are beside it. */
import { pino } from 'pino';
import { calls, serviceConfigOf } from '@alcove/contract';
import type { SyncKind } from '@alcove/contract';
import { sql } from 'kysely';
import { openLastingLocks } from '../database/index.ts';
import type { Client, Company } from '../testing/index.ts';
import { OutgoingError } from '../outgoing/index.ts';
import type { SyncDeps } from './deps.ts';
import { insertRun } from './run-queries.ts';
import { labelsOf } from './directory-entries.ts';
import type { ToldDepartment, ToldPerson } from './directory-entries.ts';
import { workOnRuns } from './work.ts';

export interface Told {
  departments: ToldDepartment[];
  people: ToldPerson[];
  /** It breaks off after so many pages of people. */
  breaksAfter: number | null;
  marker: string | null;
  /** What it was asked for last. */
  since: string | null;
  /** Before each page of people. */
  onPage: () => Promise<void>;
}

export const person = (accountName: string, department: string | null = null, more: Partial<ToldPerson> = {}): ToldPerson => ({
  subject: `id of ${accountName}`,
  accountName,
  ...labelsOf({ accountName, realName: `Name of ${accountName}`, email: `${accountName}@company.example` }),
  department,
  active: true,
  ...more,
});

export const emptyDirectory = (): Told => ({
  departments: [],
  people: [],
  breaksAfter: null,
  marker: null,
  since: null,
  onPage: async () => {},
});

export const depsOf = (company: Company, told: Told): SyncDeps => ({
  database: company.database,
  locks: openLastingLocks(company.database),
  serviceConfig: async () => serviceConfigOf([]).config,
  logger: pino({ level: 'silent' }),
  openSource: async () => ({
    async *departments() {
      yield told.departments;
    },
    async *people(since) {
      told.since = since;
      for (let page = 0; page * 500 < told.people.length || page === 0; page += 1) {
        if (page === told.breaksAfter) throw new OutgoingError('the directory broke off');
        await told.onPage();
        yield told.people.slice(page * 500, (page + 1) * 500);
      }
    },
    marker: () => told.marker,
    [Symbol.dispose]() {},
  }),
});

export interface Run {
  id: string;
  state: string;
  error: string | null;
  too_many: boolean;
  same: number;
  complete: boolean;
}

/** Makes a run and works on it until it has ended. */
export async function runs(company: Company, told: Told, platformId: string, authorId: string, kind: SyncKind = 'now'): Promise<Run> {
  const id = (await company.database.transaction().execute((transaction) => insertRun(transaction, { platformId, kind, authorId })))!;
  await workOnRuns(depsOf(company, told), new AbortController().signal);
  return runOf(company, id);
}

export async function runOf(company: Company, id: string): Promise<Run> {
  const { rows } = await sql<Run>`select id, state, error, too_many, same, complete from directory_run where id = ${id}`.execute(
    company.database,
  );
  return rows[0]!;
}

/** What a run kept, as `change name` or `conflict: why name`. */
export async function entriesOf(company: Company, { id }: Run): Promise<string[]> {
  const { rows } = await sql<{ words: string }>`
    select concat(change, coalesce(': ' || conflict, ''), ' ', coalesce(nullif(account_name, ''), name)) as words
    from directory_entry where run_id = ${id} order by place`.execute(company.database);
  return rows.map(({ words }) => words);
}

export async function platformFor(admin: Client, name: string, matchesAccounts = true): Promise<string> {
  const { platformId } = await admin.call(calls.adminPlatform.create, {
    name,
    issuer: 'https://directory.example',
    clientId: 'alcove',
    enabled: true,
    matchesAccounts,
  });
  return platformId;
}
