import type { Kysely } from 'kysely';
import type { Link, LinkReason, LinkState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { standingsOf } from '../permission/index.ts';
import { findDetails, findHeads } from './link-queries.ts';
import type { DetailRow, HeadRow } from './link-queries.ts';
import { stateOf, stepsOf } from './link-rules.ts';

export interface JudgedLink {
  id: string;
  state: LinkState;
  reason: LinkReason | null;
}

/** The state of each link at this moment, in their order. */
export async function judgeLinks(database: Kysely<Tables>, heads: readonly HeadRow[]): Promise<JudgedLink[]> {
  const standings = await standingsOf(
    database,
    heads.map(({ creator_id: userId, instance_id: instanceId }) => ({ userId, instanceId })),
  );
  return heads.map((head, index) => ({ id: head.id, ...stateOf(head, standings[index]) }));
}

/** Who reads, and where they reach the site. */
type Reader = Pick<UserContext, 'caller' | 'origin'>;

/** These links as their creators see them, in their order. Those that were withdrawn meanwhile are left out. */
export async function presentLinks(database: Kysely<Tables>, links: readonly JudgedLink[], to: Reader): Promise<Link[]> {
  const details = await findDetails(
    database,
    links.map(({ id }) => id),
  );
  return links.flatMap((link) => {
    const row = details.get(link.id);
    return row ? [present(row, link, to)] : [];
  });
}

/** One link. Undefined if it was withdrawn. */
export async function presentLink(database: Kysely<Tables>, linkId: string, to: Reader): Promise<Link | undefined> {
  const heads = await findHeads(database, { linkIds: [linkId] }, { sortField: 'createTime', sortOrder: 'asc' });
  return (await presentLinks(database, await judgeLinks(database, heads), to))[0];
}

const present = (row: DetailRow, { state, reason }: JudgedLink, { caller, origin }: Reader): Link => ({
  linkPath: row.path,
  url: `${origin}/disk/fileDownload?link=${row.path}`,
  creator: row.creator_id === caller.userId ? null : { userId: row.creator_id, name: row.creator_name },
  name: row.name,
  instances: [
    {
      instanceId: row.instance_id,
      instanceName: row.instance_name,
      classifierId: row.is_file ? 'File' : 'Folder',
      fileSize: row.is_file ? row.size : 0,
    },
  ],
  passwordSet: row.protected,
  permissions: row.permissions,
  visitorType: row.visitor_type,
  users: row.people,
  validity: row.validity,
  expireTime: row.expires_at?.toISOString() ?? null,
  visitLimit: row.visit_limit,
  watermark: row.watermark,
  note: row.note,
  state,
  steps: stepsOf(row, reason),
  ...(reason && { reason }),
  ...(reason && row.reason_text !== '' && { reasonText: row.reason_text }),
  visits: row.visits,
  downloads: row.downloads,
  saves: row.saves,
  createTime: row.created_at.toISOString(),
});
