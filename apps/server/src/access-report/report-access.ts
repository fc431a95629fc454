import type { Kysely } from 'kysely';
import type { AccessReason, Explanation } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { explainFor, grantsOn } from '../permission/index.ts';
import type { Grant, ItemContext, Reason, StoredGrant } from '../permission/index.ts';
import { findPerson } from './people-queries.ts';
import { namesOf, spaceNames } from './names.ts';
import { chainOf, presentGrant, sourceName, subjectsOf } from './present.ts';

/** What a person may do with an item and why, computed by the same rule that authorizes calls. Throws PERSON_NOT_FOUND. */
export async function explain(database: Kysely<Tables>, userId: string, place: ItemContext): Promise<Explanation> {
  const [person, found, stored] = await Promise.all([
    findPerson(database, userId),
    explainFor(database, userId, place.instanceId),
    grantsOn(database, chainOf(place)),
  ]);
  if (!person || !found) throw new Failure('PERSON_NOT_FOUND', { field: 'explain' });
  const { reasons, items, withheld } = found;
  const [names, spaces] = await Promise.all([
    namesOf(database, [{ kind: 'person', id: userId }, ...subjectsOf(stored)]),
    spaceNames(
      database,
      reasons.flatMap(({ source }) => (source.kind === 'owner' ? [] : [source])),
    ),
  ]);
  const shown = (grant: Grant) => {
    const kept = stored.find((one) => isSame(one, grant));
    return kept ? [presentGrant(kept, place, names)] : [];
  };
  const present = (kind: AccessReason['kind'], { source, grant, beaten, items: given }: Reason): AccessReason => ({
    kind,
    name: source.kind === 'owner' ? '' : sourceName(source, grant?.grantorId, spaces, names),
    grant: grant === null ? null : (shown(grant)[0] ?? null),
    beaten: beaten.flatMap(shown),
    items: [...given],
  });
  return {
    person: {
      userId,
      userName: person.account_name,
      userRealName: person.real_name,
      departmentId: person.department_id,
      departmentPath: names.path(userId),
    },
    active: person.active,
    // A link gives nothing to people, only to its visitors, and a look only to the call that names it.
    reasons: reasons.flatMap((reason) =>
      reason.source.kind === 'link' || reason.source.kind === 'look' ? [] : [present(reason.source.kind, reason)],
    ),
    items: [...items],
    withheld: [...withheld],
  };
}

const isSame = (stored: StoredGrant, grant: Grant): boolean =>
  stored.instanceId === grant.instanceId && stored.source.id === grant.source.id && stored.subject.id === grant.subject.id;
