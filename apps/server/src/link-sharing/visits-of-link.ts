import type { Kysely } from 'kysely';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { deviceNamed } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { findOwn } from './save-link.ts';
import { findVisits } from './visit-queries.ts';

type VisitsCall = typeof calls.link.visits;

/** One page of the visits of the caller's link. Throws LINK_GONE. */
export async function visitsOfLink(
  database: Kysely<Tables>,
  { linkPath, page, pageSize }: RequestOf<VisitsCall>,
  { caller }: UserContext,
): Promise<AnswerOf<VisitsCall>> {
  const { id } = await findOwn(database, caller, linkPath);
  const { total, rows } = await findVisits(database, id, { offset: (page - 1) * pageSize, limit: pageSize });
  const items = rows.map(({ id: visitId, name, address, agent, created_at: time, took }) => ({
    visitId,
    visitor: name,
    time: time.toISOString(),
    address,
    device: deviceNamed(agent),
    took,
  }));
  return { total, page, pageSize, items };
}
