/** What is granted in one space, and who is named by the same grants. */
import type { FileRole } from '@alcove/contract';
import type { Grant, ItemContext } from '../permission/index.ts';
import type { Held, NamedPlace } from './judged-place.ts';

/** Grants at one place that differ only in to whom they are. */
export interface GivenGrant {
  kind: 'person' | 'department';
  subjectIds: readonly string[];
  /** Of all these people, if departments matter in the space. */
  departmentId: string | null;
  role: FileRole;
  source: Grant['source'];
  grantorId: string;
}

/** All places of a space at which the role, or what is above or below it, is granted. */
export interface GrantedSpace {
  spaceId: string;
  ownerId: string | null;
  ends: ItemContext['ends'];
  places: readonly (NamedPlace & { grants: readonly GivenGrant[] })[];
}

/**
 * People whom a department's grants concern otherwise than its others: the space's owner, and, where there is a drop box, those who made
 * something that is granted.
 */
export const alsoNamed = ({ ownerId, places }: GrantedSpace): string[] => [
  ...(ownerId === null ? [] : [ownerId]),
  ...(places.some(({ grants }) => grants.some(({ role }) => role === 'uploader')) ? places.map(({ creatorId }) => creatorId) : []),
];

/** People with exactly the same grants. */
export interface Alike {
  ids: string[];
  /** The department of all of them, if departments matter. */
  departmentId: string | null;
}

export interface SpaceGrants {
  /** To these departments something is granted. */
  departments: ReadonlySet<string>;
  people: readonly Alike[];
  /** What these grants give to somebody in these departments, the nearest first. */
  heldBy(userId: string, departmentIds: readonly string[]): Held[];
}

const peopleAtOnce = 250;

/**
 * Fifty thousand people may be named by one grant, so each is only looked up a few times. `also` are people with their departments. The owner,
 * these people and those who made a place are like nobody else.
 */
export async function readGrants(
  { ownerId, places }: GrantedSpace,
  also: ReadonlyMap<string, string | null>,
  next: () => Promise<void> | undefined,
): Promise<SpaceGrants> {
  const all = places.flatMap((place) => place.grants.map((grant) => ({ place, grant })));
  const ofDepartment = new Map<string, number[]>();
  /** The numbers of their grants, with commas between them. */
  const ofPerson = new Map<string, string>();
  for (const [number, { grant }] of all.entries())
    for (const [n, id] of grant.subjectIds.entries()) {
      if (n % peopleAtOnce === 0) await next();
      if (grant.kind === 'department') ofDepartment.set(id, [...(ofDepartment.get(id) ?? []), number]);
      else {
        const others = ofPerson.get(id);
        ofPerson.set(id, others === undefined ? `${number}` : `${others},${number}`);
      }
    }
  const alone = new Set([ownerId, ...also.keys(), ...places.map(({ creatorId }) => creatorId)]);
  const people = new Map<string, Alike>();
  let n = 0;
  for (const [id, numbers] of ofPerson) {
    if ((n += 1) % peopleAtOnce === 0) await next();
    const key = alone.has(id) ? id : numbers;
    const alike = people.get(key);
    if (alike) alike.ids.push(id);
    else people.set(key, { ids: [id], departmentId: all[Number.parseInt(numbers)]!.grant.departmentId });
  }
  for (const [id, departmentId] of also) people.set(id, { ids: [id], departmentId });
  const numbersOf = (id: string): number[] => ofPerson.get(id)?.split(',').map(Number) ?? [];
  return {
    departments: new Set(ofDepartment.keys()),
    people: [...people.values()],
    heldBy: (userId, departmentIds) =>
      [numbersOf(userId), ...departmentIds.map((id) => ofDepartment.get(id) ?? [])].flatMap((numbers, distance) =>
        numbers.map((number) => {
          const { place, grant } = all[number]!;
          return { place, role: grant.role, source: grant.source, grantorId: grant.grantorId, distance };
        }),
      ),
  };
}
