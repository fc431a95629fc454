import { everyItem } from '@alcove/contract';
import type { FileRole, PermissionItem } from '@alcove/contract';
import { sumOf, without } from './effects.ts';
import type { Effect } from './effects.ts';
import { alsoNamed, readGrants } from './granted-space.ts';
import type { GrantedSpace, SpaceGrants } from './granted-space.ts';
import type { Held, HeldBy, Judged, NamedPlace } from './judged-place.ts';

/** The active people whom the spaces name in other ways than by a grant to them, and the departments of all. */
export interface KnownPeople {
  people: ReadonlyMap<string, { departmentId: string | null; cap: readonly PermissionItem[] }>;
  /** The department and those above it, the nearest first. */
  above(departmentId: string | null): readonly string[];
}

export interface JudgeDeps {
  role: FileRole;
  /** See `openJudge`. */
  judge(place: NamedPlace, ends: GrantedSpace['ends'], judged: Judged): { gains: number; loses: number };
  /** See `turns`: there may be thousands of small spaces. */
  next(): Promise<void> | undefined;
}

export interface SpaceEffects {
  /** Of the people whom the space names: what they have otherwise than their departments. */
  people: { ids: readonly string[]; effects: readonly Effect[] }[];
  /** Of the departments that it names: what somebody in it has whom no other grant names. */
  departments: Map<string, readonly Effect[]>;
}

/** Stands for a person in a department whom no other grant names: it is nobody's id. */
const someone = 'someone';

/**
 * What the change does in one space to everybody whom it names and to its departments. People with the same grants are judged once.
 */
export async function judgeSpace(space: GrantedSpace, known: KnownPeople, deps: JudgeDeps): Promise<SpaceEffects> {
  const hasDepartments = space.places.some(({ grants }) => grants.some(({ kind }) => kind === 'department'));
  const also = (hasDepartments ? alsoNamed(space) : []).flatMap((id) => {
    const person = known.people.get(id);
    return person ? [[id, person.departmentId] as const] : [];
  });
  const grants = await readGrants(space, new Map(also), deps.next);
  const departments: SpaceEffects['departments'] = new Map();
  for (const id of grants.departments)
    departments.set(id, await effectsOn({ userId: someone, departmentId: id }, { space, grants, known }, deps));
  const people: SpaceEffects['people'] = [];
  for (const { ids, departmentId } of grants.people) {
    const nearest = known.above(departmentId).find((id) => departments.has(id));
    const theirs = await effectsOn({ userId: ids[0]!, departmentId }, { space, grants, known }, deps);
    const effects = nearest === undefined ? theirs : sumOf([...theirs, ...without(departments.get(nearest)!)]);
    if (effects.length > 0) people.push({ ids, effects });
    await deps.next();
  }
  return { people, departments };
}

interface Around {
  space: GrantedSpace;
  grants: SpaceGrants;
  known: KnownPeople;
}

/**
 * By place. A share gives no more than its giver has, so whoever has a share of somebody with the role is judged too. A place is where the role
 * is granted; for a share of somebody with the role, it is where the share is.
 */
async function effectsOn(
  { userId, departmentId }: { userId: string; departmentId: string | null },
  { space, grants, known }: Around,
  { role, judge, next }: JudgeDeps,
): Promise<Effect[]> {
  const isOfRole = (one: Held): boolean => one.role === role;
  const held = grants.heldBy(userId, known.above(departmentId));
  const holds = held.some(isOfRole);
  const givers = giversOf(held, { space, grants, known });
  const found = new Map<string, { gains: number; loses: number }>();
  for (const { place } of held.filter(isOfRole)) found.set(place.id, { gains: 0, loses: 0 });
  if (userId !== space.ownerId && (holds || givers.some(({ own }) => own.some(isOfRole)))) {
    const judged: Judged = {
      userId,
      owns: false,
      cap: everyItem,
      held: byPlace(held),
      givers: new Map(givers.map((one) => [one.id, one])),
    };
    for (const place of new Set([...held, ...givers.flatMap(({ own }) => own)].map((one) => one.place))) {
      if (!place.way.some((id) => judged.held.has(id))) continue;
      await next();
      const { gains, loses } = judge(place, space.ends, judged);
      if ((gains | loses) === 0) continue;
      const nearest = (fits: (one: Held) => boolean) => place.way.find((id) => judged.held.get(id)?.some(fits));
      const by = nearest(isOfRole) ?? nearest(isShare) ?? place.id;
      const others = found.get(by) ?? { gains: 0, loses: 0 };
      found.set(by, { gains: others.gains | gains, loses: others.loses | loses });
    }
  }
  return sumOf([...found.values()].map((one) => ({ ...one, places: 1, holds })));
}

const isShare = ({ source }: Held): boolean => source.kind === 'share';
const byPlace = (held: readonly Held[]): HeldBy['held'] => Map.groupBy(held, ({ place }) => place.id);

/** The active people who shared something with them here, with what they have themselves: shares cannot be shared again. */
function giversOf(held: readonly Held[], { space, grants, known }: Around): (HeldBy & { id: string; own: readonly Held[] })[] {
  const ids = new Set(held.filter(isShare).map(({ grantorId }) => grantorId));
  return [...ids].flatMap((id) => {
    const person = known.people.get(id);
    if (!person) return [];
    const own = grants.heldBy(id, known.above(person.departmentId)).filter((one) => !isShare(one));
    return [{ id, owns: space.ownerId === id, cap: person.cap, own, held: byPlace(own) }];
  });
}
