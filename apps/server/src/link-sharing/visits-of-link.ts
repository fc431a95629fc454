import { maskedName } from '@alcove/contract';
import type { AnswerOf, calls, RequestOf } from '@alcove/contract';
import { deviceNamed } from '../audit/index.ts';
import type { UserContext } from '../http/index.ts';
import type { LinkSharingDeps } from './deps.ts';
import { findOwn } from './save-link.ts';
import { findVisits } from './visit-queries.ts';

type VisitsCall = typeof calls.link.visits;

/** One page of the visits of the caller's link, with masked names where the company wants it. Throws LINK_GONE. */
export async function visitsOfLink(
  { database, serviceConfig }: Pick<LinkSharingDeps, 'database' | 'serviceConfig'>,
  { linkPath, page, pageSize }: RequestOf<VisitsCall>,
  { caller }: UserContext,
): Promise<AnswerOf<VisitsCall>> {
  const { id } = await findOwn(database, caller, linkPath);
  const { total, rows } = await findVisits(database, id, { offset: (page - 1) * pageSize, limit: pageSize });
  const { maskVisitorNames: masks } = await serviceConfig();
  const items = rows.map(({ id: visitId, name, address, agent, created_at: time, took }) => ({
    visitId,
    visitor: name !== null && masks ? maskedName(name) : name,
    time: time.toISOString(),
    address,
    device: deviceNamed(agent),
    took,
  }));
  return { total, page, pageSize, items };
}
