import type { Kysely } from 'kysely';
import { everyItem } from '@alcove/contract';
import type { GrantSubject } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { grantsOn } from './grant-queries.ts';
import type { StoredGrant } from './grant-queries.ts';
import { findActive, findDepartmentsAbove } from './people-queries.ts';
import { explain } from './resolve.ts';
import type { Grant, Holding } from './resolve.ts';
import { whereOf } from './rules.ts';
import type { ItemContext } from './rules.ts';

/**
 * Every grant that gives a permission on an item today, the nearest first, by the same rule that decides calls. Left out are overridden
 * grants, shares whose giver lost the permission, and grants to frozen or deleted people. Nobody has any permission in the bin. A
 * department is evaluated as a member whom no other grant names. If it is not a member of the group itself, its grant still decides for its
 * people who are, so whatever decides for a named person is listed too.
 */
export async function grantsThatGive(database: Kysely<Tables>, place: ItemContext): Promise<StoredGrant[]> {
  if (!place.live) return [];
  const where = whereOf(place);
  const stored = (await grantsOn(database, where.chain)).filter(({ source }) => source.kind === 'share' || source.id === place.spaceId);
  const subjects = [...new Map(stored.map(({ subject }) => [`${subject.kind} ${subject.id}`, subject])).values()];
  const giverIds = new Set(stored.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : [])));
  const { active, distance } = await reach(database, subjects, [...giverIds, place.creatorId]);
  const grantOf = ({ instanceId, subject, role, items, source, grantorId }: StoredGrant, to: GrantSubject): Grant[] => {
    const steps = subject.kind === to.kind && subject.id === to.id ? 0 : subject.kind === 'department' ? distance(to.id, subject.id) : null;
    return steps === null ? [] : [{ instanceId, subject, role, items, source, grantorId, distance: steps }];
  };
  const holdingOf = (to: GrantSubject): Holding => ({
    owns: to.kind === 'person' && to.id === place.spaceOwnerId,
    grants: stored.flatMap((grant) => grantOf(grant, to)),
    // People of a department have different roles, so it is listed whatever they are.
    cap: to.kind === 'person' ? (active.get(to.id) ?? []) : everyItem,
  });
  const givers = Object.fromEntries(
    [...giverIds].filter((id) => active.has(id)).map((id) => [id, holdingOf({ kind: 'person', id })] as const),
  );
  const giving = new Set<StoredGrant>();
  for (const subject of subjects) {
    if (subject.kind === 'person' && !active.has(subject.id)) continue;
    // If one of the department's people put the item into a drop box, that person sees it, so the department's grant counts.
    const theirs = distance(place.creatorId, subject.id) === null ? '' : place.creatorId;
    const userId = subject.kind === 'person' ? subject.id : theirs;
    for (const { grant, items } of explain(where, { userId, ...holdingOf(subject), givers }))
      if (grant && items.length > 0)
        giving.add(
          stored.find((one) => one.instanceId === grant.instanceId && one.source.id === grant.source.id && one.subject === grant.subject)!,
        );
  }
  const depth = ({ instanceId }: StoredGrant): number => where.chain.indexOf(instanceId);
  return stored.filter((one) => giving.has(one)).toSorted((a, b) => depth(a) - depth(b));
}

/** Which of the people may sign in, and how far above each subject a department is; null if it is not above it. */
async function reach(database: Kysely<Tables>, subjects: readonly GrantSubject[], more: readonly string[]) {
  const idsOf = (kind: GrantSubject['kind']): string[] => subjects.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const people = [...new Set([...idsOf('person'), ...more])];
  const above = await findDepartmentsAbove(database, { people, departments: idsOf('department') });
  const steps = new Map(above.map(({ subject, id, distance }) => [`${subject} ${id}`, distance]));
  return {
    active: await findActive(database, people),
    distance: (subjectId: string, departmentId: string): number | null => steps.get(`${subjectId} ${departmentId}`) ?? null,
  };
}
