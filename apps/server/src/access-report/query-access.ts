import type { Kysely } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { AccessEntry, GrantSubject, Page, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { departmentOfSpace } from '../departments/index.ts';
import { isFixed } from '../groups/index.ts';
import { grantsThatGive, itemsAt, ownItemsOn, throughShare } from '../permission/index.ts';
import type { AuthorisedContext, ItemContext, StoredGrant } from '../permission/index.ts';
import { findPerson } from './people-queries.ts';
import { namesOf, spaceNames } from './names.ts';
import { presentGrant, sourceName, subjectsOf } from './present.ts';

/** Everyone who has access to an item now, with the grant that gives it. */
export async function queryAccess(
  database: Kysely<Tables>,
  { page, pageSize }: RequestOf<typeof calls.explain.queryAccess>,
  { place }: AuthorisedContext,
): Promise<Page<AccessEntry>> {
  const grants = await grantsThatGive(database, place);
  const departmentId = place.spaceKind === spaceKinds.department ? await departmentOfSpace(database, place.spaceId) : null;
  const owner = await activeOwner(database, place);
  const from = (page - 1) * pageSize;
  const shownOwner = page === 1 ? owner : [];
  const shown = grants.slice(Math.max(0, from - owner.length), from - owner.length + pageSize);
  const [names, spaces] = await Promise.all([
    namesOf(database, [...shownOwner, ...subjectsOf(shown)]),
    spaceNames(
      database,
      shown.map(({ source }) => source),
    ),
  ]);
  const named = ({ kind, id }: GrantSubject): AccessEntry['subject'] => ({ kind, id, name: names.of(id), departmentPath: names.path(id) });
  const entries = [
    ...shownOwner.map((subject): AccessEntry => ({ kind: 'owner', name: '', subject: named(subject), grant: null, takeBack: null })),
    ...shown.map((grant): AccessEntry => ({
      kind: grant.source.kind,
      name: sourceName(grant.source, grant.grantorId, spaces, names),
      subject: named(grant.subject),
      grant: presentGrant(grant, place, names),
      takeBack: takeBackOf(grant, place, departmentId),
    })),
  ];
  return { total: owner.length + grants.length, page, pageSize, items: entries };
}

async function activeOwner(database: Kysely<Tables>, { spaceOwnerId }: ItemContext): Promise<GrantSubject[]> {
  if (spaceOwnerId === null) return [];
  const owner = await findPerson(database, spaceOwnerId);
  return owner?.active ? [{ kind: 'person', id: owner.id }] : [];
}

/**
 * How the reader can revoke a grant, or null. The initiator of a share and managers of the item can revoke the share; other grants only
 * those who manage the item in their own right, not through a share.
 */
function takeBackOf(
  { instanceId, subject, role, source, grantorId }: StoredGrant,
  place: ItemContext,
  departmentId: string | null,
): AccessEntry['takeBack'] {
  const { userId } = place.effective;
  const answers = ownItemsOn(place, instanceId).includes('personnelManagement');
  if (source.kind === 'share') {
    const manages = itemsAt(throughShare(place, source.id)).includes('personnelManagement') && subject.id !== userId;
    return answers || grantorId === userId || manages ? { from: 'share', fileSharingId: source.id } : null;
  }
  if (!answers) return null;
  const top = instanceId === (place.ancestors[0]?.id ?? place.instanceId);
  if (source.kind === 'group' && top) return { from: 'membership' };
  return source.kind === 'department' && top && (isFixed('departmentRoot', role) || subject.id === departmentId)
    ? null
    : { from: 'privilege' };
}
