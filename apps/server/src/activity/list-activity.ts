import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Activity, ActivityContent, ActivityKind, AnswerOf, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { authoriseEach, isPassedOn } from '../permission/index.ts';
import type { Authorised, AuthorisedContext } from '../permission/index.ts';
import { findActivity } from './activity-queries.ts';
import type { ActivityRow } from './activity-queries.ts';

type List = typeof calls.activity.list;

/**
 * The history of an item, as far as the reader may know it. Recipients of a share do not see whom else it was shared with. Comments are
 * shown only to those who may read them, and names of folders only to those who can see the folders.
 */
export async function listActivity(
  database: Kysely<Tables>,
  { instanceId, before }: RequestOf<List>,
  found: AuthorisedContext,
): Promise<AnswerOf<List>> {
  const rows = await findActivity(database, instanceId, hiddenFrom(found), before);
  const names = await folderNames(database, found.caller, rows);
  const items = rows.slice(0, limits.activitiesPerPage).map((row) => present(row, names));
  const next = rows.length > limits.activitiesPerPage ? items.at(-1)!.activityId : null;
  return { items: next === null ? [...items, madeOf(found)] : items, next };
}

function hiddenFrom({ place, items }: Authorised): ActivityKind[] {
  const { owns, grants } = place.effective;
  const byShareAlone = place.fileSharingId !== undefined || !(owns || !grants.every(isPassedOn));
  return [
    ...(byShareAlone ? (['shared', 'linked', 'unlinked'] as const) : []),
    ...(items.includes('preview') ? [] : (['commented'] as const)),
  ];
}

/** The names of the folders in the entries, as far as the caller can see them. The top of a space has none. */
async function folderNames(database: Kysely<Tables>, caller: Caller, rows: readonly ActivityRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap((row) => {
    const content = contentOf(row);
    if (content.kind === 'moved') return [content.data.fromId, content.data.toId];
    return content.kind === 'copied' ? [content.data.fromId] : [];
  });
  if (ids.length === 0) return new Map();
  const judged = await authoriseEach(database, caller, [...new Set(ids)], 'list');
  return new Map([...judged].flatMap(([id, verdict]) => (verdict instanceof Failure ? [] : [[id, verdict.place.name] as const])));
}

/** The cast is safe, because only `recordActivity` writes these rows. */
const contentOf = ({ kind, data }: ActivityRow): ActivityContent => ({ kind, data }) as ActivityContent;

function present(row: ActivityRow, names: ReadonlyMap<string, string>): Activity {
  const common = { activityId: row.id, by: { userId: row.user_id, name: row.name }, time: row.created_at.toISOString() };
  const content = contentOf(row);
  const nameOf = (id: string): string | null => names.get(id) ?? null;
  if (content.kind === 'moved')
    return { ...common, kind: 'moved', data: { from: nameOf(content.data.fromId), to: nameOf(content.data.toId) } };
  if (content.kind === 'copied') return { ...common, kind: 'copied', data: { from: nameOf(content.data.fromId) } };
  return { ...common, ...content };
}

const madeOf = ({ place }: Authorised): Activity => ({
  activityId: place.instanceId,
  by: { userId: place.creatorId, name: place.creatorName },
  time: place.createdAt.toISOString(),
  kind: 'created',
  data: {},
});
