/** The job that tells people when something happens to their links. */
import type { Kysely, Transaction } from 'kysely';
import type { LinkEnd, NoticePerson } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { lockLinks, setTold, tellEnded } from '../links/index.ts';
import type { LockedLink } from '../links/index.ts';
import { notify } from '../notices/index.ts';
import { standingsOf } from '../permission/index.ts';
import { newsOf } from './news.ts';
import type { News } from './news.ts';
import { findDeleters, findRaisers, findWatched } from './watch-queries.ts';
import type { WatchedRow } from './watch-queries.ts';

const atOnce = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';

interface Told {
  link: WatchedRow;
  news: News;
}

/**
 * The work of the job: each run looks at some links, until all were looked at once. Nothing has to be remembered where items are deleted or rights are
 * lost, and all ways of it count. What was told is stored with the notice, so that two processes, or one that dies, tell nothing twice.
 */
export function openTelling(database: Kysely<Tables>): () => Promise<number> {
  let after = beforeAll;
  return async () => {
    const links = await findWatched(database, { after, limit: atOnce });
    after = links.length < atOnce ? beforeAll : links.at(-1)!.id;
    await tellOf(database, links);
    return after === beforeAll ? 0 : links.length;
  };
}

export async function tellOf(database: Kysely<Tables>, links: readonly WatchedRow[]): Promise<void> {
  const standings = await standingsOf(
    database,
    links.map(({ creator_id: userId, instance_id: instanceId }) => ({ userId, instanceId })),
  );
  const told = links.flatMap((link, index): Told[] => {
    const news = newsOf(link, standings[index]);
    return news ? [{ link, news }] : [];
  });
  if (told.length > 0) await database.transaction().execute((transaction) => tell(transaction, told));
}

async function tell(transaction: Transaction<Tables>, all: readonly Told[]): Promise<void> {
  const rows = await lockLinks(
    transaction,
    all.map(({ link }) => link.id),
  );
  const locked = new Map(rows.map((row) => [row.id, row]));
  const told = all.filter(({ link }) => isAsRead(link, locked.get(link.id)));
  for (const { link, news } of told) {
    await setTold(transaction, link.id, news.kind === 'ending' ? 'end' : { reason: news.kind === 'closed' ? news.reason : null });
    if (news.kind === 'ending') await tellEnding(transaction, link);
  }
  await tellClosed(transaction, told);
}

/** False: it was withdrawn or changed, or another process told of it. The next run looks at it as it is then. */
const isAsRead = (link: WatchedRow, now: LockedLink | undefined): boolean =>
  now?.state === 'valid' &&
  now.told_reason === link.toldReason &&
  sameTime(now.expires_at, link.expires_at) &&
  !(link.endsSoon && sameTime(now.told_end, now.expires_at));

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime();

const tellEnding = (transaction: Transaction<Tables>, link: WatchedRow): Promise<void> =>
  notify(transaction, [link.creator_id], {
    kind: 'linkEnding',
    data: { linkName: link.name, instanceName: link.instance_name, endTime: link.expires_at!.toISOString() },
  });

/** Whoever deleted an item knows what became of their own links to it. */
async function tellClosed(transaction: Transaction<Tables>, told: readonly Told[]): Promise<void> {
  const closed = told.flatMap(({ link, news }) => (news.kind === 'closed' ? [{ link, reason: news.reason }] : []));
  const itemsOf = (why: LinkEnd) => closed.filter(({ reason }) => reason === why).map(({ link }) => link.instance_id);
  const deleters = await findDeleters(transaction, itemsOf('deleted'));
  const raisers = await findRaisers(transaction, itemsOf('sensitive'));
  const whoBrought = (link: WatchedRow, why: LinkEnd): NoticePerson | null =>
    (why === 'deleted' ? deleters : why === 'sensitive' ? raisers : undefined)?.get(link.instance_id) ?? null;
  const groups = Map.groupBy(
    closed.map((one) => ({ ...one, by: whoBrought(one.link, one.reason) })),
    ({ reason, by }) => `${reason} ${by?.userId}`,
  );
  for (const group of groups.values()) {
    const { reason, by } = group[0]!;
    const links = group.map(({ link }) => link);
    await tellEnded(transaction, reason === 'deleted' ? links.filter((link) => !isOwn(link, by)) : links, { reason, by });
  }
}

const isOwn = (link: WatchedRow, by: NoticePerson | null): boolean => by?.userId === link.creator_id;
