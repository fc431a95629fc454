import type { Kysely } from 'kysely';
import { shareLevelHeld } from '@alcove/contract';
import type { FileRoleItems, Page, RequestOf, ShareItem, ShareLevel, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { marksOf, presentItem } from '../files/index.ts';
import type { Marks } from '../files/index.ts';
import type { UserContext } from '../http/index.ts';
import { findItems, itemsAt, readFileRoles, throughShare, withoutShares } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { levelOfRole } from './sharing-rules.ts';
import { countMembers, findShares, membersOf } from './sharing-queries.ts';
import type { Candidate, MemberRow } from './sharing-queries.ts';

type Input = RequestOf<typeof calls.innerSharing.page>;

/** Avatars that a row shows; the others are counted. */
const mostFaces = 5;

/**
 * One page of what the caller shares or was given. Shares whose initiator has lost the permission are left out. That can only happen to
 * shares of items in other people's spaces, so only those are checked, but all of them.
 */
export async function pageOfShares(database: Kysely<Tables>, input: Input, { caller }: UserContext): Promise<Page<ShareItem>> {
  const asker = { userId: caller.userId };
  const candidates = await findShares(database, caller.userId, input);
  const unsure = candidates.filter(({ sure }) => !sure);
  const judged = await findItems(database, asker, [...new Set(unsure.map((one) => one.instance_id))]);
  const shares = candidates.filter((one) => one.sure || seen(judged.get(one.instance_id), one, input));
  const { page, pageSize } = input;
  const shown = shares.slice((page - 1) * pageSize, page * pageSize);
  const places = await findItems(database, asker, [...new Set(shown.map((one) => one.instance_id))]);
  const marks = await marksOf(database, caller.userId, [...places.keys()]);
  const roles = await readFileRoles(database);
  const crowd = await crowdsOf(database, roles, shown, input);
  const items = shown.flatMap((share) => {
    const place = places.get(share.instance_id);
    return place ? [present(share, { place: asSeen(place, share, input), marks: marks.get(share.instance_id) }, input, roles, crowd)] : [];
  });
  return { total: shares.length, page, pageSize, items };
}

const asSeen = (place: ItemContext, share: Candidate, { side }: Input): ItemContext =>
  side === 'received' ? throughShare(place, share.id) : withoutShares(place);

const seen = (place: ItemContext | undefined, share: Candidate, input: Input): boolean =>
  place !== undefined && itemsAt(asSeen(place, share, input)).includes('list');

interface Crowds {
  faces: Map<string, MemberRow[]>;
  counts: Map<string, Pick<ShareItem, 'roles' | 'scope'>>;
}

/** The recipients of each share. Recipients do not see who else has it. */
async function crowdsOf(
  database: Kysely<Tables>,
  fileRoles: FileRoleItems,
  shares: readonly Candidate[],
  { side }: Input,
): Promise<Crowds> {
  const crowds: Crowds = { faces: new Map(), counts: new Map() };
  if (side === 'received' || shares.length === 0) return crowds;
  const ids = shares.map(({ id }) => id);
  for (const member of await membersOf(database, ids, mostFaces))
    crowds.faces.set(member.share_id, [...(crowds.faces.get(member.share_id) ?? []), member]);
  for (const { share_id: id, kind, role, count } of await countMembers(database, ids)) {
    const of = crowds.counts.get(id) ?? { roles: {}, scope: { people: 0, departments: 0 } };
    const level = levelOfRole(fileRoles, role);
    of.roles[level] = (of.roles[level] ?? 0) + count;
    of.scope[kind === 'person' ? 'people' : 'departments'] += count;
    crowds.counts.set(id, of);
  }
  return crowds;
}

function present(
  share: Candidate,
  { place, marks }: { place: ItemContext; marks: Marks | undefined },
  { side }: Input,
  fileRoles: FileRoleItems,
  { faces, counts }: Crowds,
): ShareItem {
  const items = itemsAt(place);
  return {
    fileSharingId: share.id,
    instance: presentItem({ place, items }, marks),
    initiator: { userId: share.initiator_id, name: share.initiator_name },
    role: side === 'initiated' ? 'owner' : shareLevelHeld(fileRoles, items),
    createTime: share.created_at.toISOString(),
    expireTime: share.expires_at?.toISOString() ?? null,
    users: (faces.get(share.id) ?? []).map(({ kind, id, name, role }) => ({
      kind,
      id,
      name,
      role: levelOfRole(fileRoles, role) satisfies ShareLevel,
    })),
    ...(counts.get(share.id) ?? { roles: {}, scope: { people: 0, departments: 0 } }),
    through: share.through,
  };
}
