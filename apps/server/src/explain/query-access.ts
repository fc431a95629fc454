import type { Kysely } from 'kysely';
import type { AccessEntry, GrantSubject, Page, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise, grantsOn } from '../permission/index.ts';
import { namesOf, spaceNames } from './names.ts';
import { chainOf, presentGrant, sourceName, subjectsOf } from './present.ts';

/** Everyone who can get at an item, and through what. Throws FILE_NOT_FOUND, NOT_ALLOWED. */
export async function queryAccess(
  database: Kysely<Tables>,
  { instanceId, page, pageSize }: RequestOf<typeof calls.explain.queryAccess>,
  { caller }: UserContext,
): Promise<Page<AccessEntry>> {
  const { place } = await authorise(database, caller, instanceId, 'personnelManagement');
  const chain = chainOf(place);
  const standing = (await grantsOn(database, chain)).filter(({ source }) => source.kind === 'share' || source.id === place.spaceId);
  const grants = standing.toSorted((a, b) => chain.indexOf(a.instanceId) - chain.indexOf(b.instanceId));
  const owner = place.spaceOwnerId === null ? [] : [{ kind: 'person' as const, id: place.spaceOwnerId }];
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
    ...shownOwner.map((subject): AccessEntry => ({ kind: 'owner', name: '', subject: named(subject), grant: null })),
    ...shown.map((grant): AccessEntry => ({
      kind: grant.source.kind,
      name: sourceName(grant.source, grant.grantorId, spaces, names),
      subject: named(grant.subject),
      grant: presentGrant(grant, place, names),
    })),
  ];
  return { total: owner.length + grants.length, page, pageSize, items: entries };
}
