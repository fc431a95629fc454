import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { turns } from '../in-turns.ts';
import { aboveOf, inDepartments } from './department-rules.ts';
import { put } from './effects.ts';
import type { Effect, EffectTable } from './effects.ts';
import { alsoNamed } from './granted-space.ts';
import type { GrantedSpace } from './granted-space.ts';
import { judgeSpace } from './judge-space.ts';
import { openJudge } from './judged-place.ts';
import type { RolesChange } from './judged-place.ts';
import { eachGranted, findDepartments, findPeople } from './place-queries.ts';

/**
 * What the change of a file role does to everybody, before the company's roles cap it. People whom no grant names are judged by their
 * departments, so the work depends on how many grants there are, and not on how many people they reach.
 */
export async function judgeFileRole(
  transaction: Transaction<Tables>,
  change: RolesChange,
): Promise<{ people: EffectTable; departments: EffectTable }> {
  const deps = { role: change.role, judge: openJudge(change), next: turns() };
  const people: EffectTable = new Map();
  const bySpace = new Map<string, ReadonlyMap<string, readonly Effect[]>>();
  const parents = new Map<string, string | null>();
  const known = new Set<string>();
  await eachGranted(transaction, change.role, async (spaces) => {
    const found = new Map((await findPeople(transaction, idsBesides(spaces))).map(({ id, ...one }) => [id, one]));
    const unknown = departmentsIn(spaces, [...found.values()]).filter((id) => !known.has(id));
    for (const id of unknown) known.add(id);
    for (const { id, parentId } of await findDepartments(transaction, unknown, 'above')) parents.set(id, parentId);
    const aboveEach = new Map<string | null, readonly string[]>();
    const above = (departmentId: string | null): readonly string[] => {
      const ids = aboveEach.get(departmentId) ?? aboveOf(parents, departmentId);
      aboveEach.set(departmentId, ids);
      return ids;
    };
    for (const space of spaces) {
      const effects = await judgeSpace(space, { people: found, above }, deps);
      if (effects.departments.size > 0) bySpace.set(space.spaceId, effects.departments);
      for (const { ids, effects: theirs } of effects.people) put(people, ids, theirs);
      await deps.next();
    }
  });
  const anchors = [...new Set([...bySpace.values()].flatMap((effects) => [...effects.keys()]))];
  const below = await findDepartments(transaction, anchors, 'below');
  return { people, departments: await inDepartments(bySpace, new Map(below.map(({ id, parentId }) => [id, parentId]))) };
}

/** Whom a grant to them does not tell enough of: those who shared something, and those whom only their departments lead here. */
const idsBesides = (spaces: readonly GrantedSpace[]): string[] => {
  const givers = spaces.flatMap(({ places }) =>
    places.flatMap(({ grants }) => grants.flatMap(({ source, grantorId }) => (source.kind === 'share' ? [grantorId] : []))),
  );
  return [...new Set([...givers, ...spaces.flatMap((space) => (hasDepartments(space) ? alsoNamed(space) : []))])];
};

const hasDepartments = ({ places }: GrantedSpace): boolean => places.some(({ grants }) => grants.some(({ kind }) => kind === 'department'));

/** The departments that matter in these spaces. */
function departmentsIn(spaces: readonly GrantedSpace[], people: readonly { departmentId: string | null }[]): string[] {
  const ids = new Set(people.map(({ departmentId }) => departmentId));
  for (const { places } of spaces)
    for (const { grants } of places)
      for (const { kind, subjectIds, departmentId } of grants) {
        ids.add(departmentId);
        if (kind === 'department') for (const id of subjectIds) ids.add(id);
      }
  return [...ids].filter((id) => id !== null);
}
