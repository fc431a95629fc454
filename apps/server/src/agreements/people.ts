import type { Kysely } from 'kysely';
import type { AnswerOf, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findPeople } from './people-queries.ts';

type PeopleCall = typeof calls.adminAgreement.people;

/** Who can sign in and has accepted everything that is asked, or has not. */
export async function pageOfPeople(
  database: Kysely<Tables>,
  { page, pageSize, ...filter }: RequestOf<PeopleCall>,
): Promise<AnswerOf<PeopleCall>> {
  const { total, more, rows } = await findPeople(
    database,
    { accepted: filter.accepted, keyword: filter.keyword },
    { offset: (page - 1) * pageSize, limit: pageSize },
  );
  const items = rows.map(({ time, numbers, ...person }) => ({
    ...person,
    accepted: time && numbers ? { time: time.toISOString(), numbers } : null,
  }));
  return { items, total, ...(more && { more }), page, pageSize };
}
