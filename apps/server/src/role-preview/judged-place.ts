import { permissionItems, spaceKinds } from '@alcove/contract';
import type { FileRole, FileRoleItems, InstanceId, PermissionItem, SpaceId } from '@alcove/contract';
import { itemsAt } from '../permission/index.ts';
import type { Grant, ItemContext } from '../permission/index.ts';
import { maskOf } from './change-rules.ts';

/** A place at which something is granted. */
export interface NamedPlace {
  id: InstanceId;
  /** From the place itself to the space's top: those that grants name, and the top. */
  way: readonly InstanceId[];
  isFile: boolean;
  creatorId: string;
}

/** A grant as it concerns one person, or one department. */
export interface Held {
  place: NamedPlace;
  role: FileRole;
  source: Grant['source'];
  grantorId: string;
  /** 0: to the person; n: to their n-th department, counted upwards. */
  distance: number;
}

export interface HeldBy {
  owns: boolean;
  held: ReadonlyMap<string, readonly Held[]>;
  cap: readonly PermissionItem[];
}

export interface Judged extends HeldBy {
  userId: string;
  givers: ReadonlyMap<string, HeldBy>;
}

/** What the rules do not ask for. */
const anywhere: Omit<ItemContext, 'instanceId' | 'creatorId' | 'ancestors' | 'ends' | 'effective'> = {
  name: '',
  isFile: false,
  size: 0,
  blobId: null,
  version: 1,
  spaceId: '' as SpaceId,
  spaceKind: spaceKinds.department,
  spaceOwnerId: null,
  parentId: null,
  category: 0,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  visitorId: null,
  creatorName: '',
  editorName: '',
  ownerName: '',
  versions: 1,
  sensitivity: { own: 'normal', above: 'normal' },
  live: true,
};

const unnamed = '' as InstanceId;

/** What the roles include, before and after a change. */
export interface RolesChange {
  role: FileRole;
  before: FileRoleItems;
  after: FileRoleItems;
}

/**
 * Tells what a change gives to somebody and takes from them at a place, as bits, by the rule that decides calls: with the place itself, or in a
 * folder with what is in it. Thousands of people and places have grants of the same kinds in the same order, so each such case is judged once.
 */
export function openJudge({ before, after }: RolesChange) {
  const known = new Map<string, { gains: number; loses: number }>();
  return (place: NamedPlace, ends: ItemContext['ends'], judged: Judged): { gains: number; loses: number } => {
    const key = caseOf(place, ends, judged);
    const found = known.get(key) ?? compare(itemsFor(place, ends, judged, before), itemsFor(place, ends, judged, after));
    known.set(key, found);
    return found;
  };
}

const compare = (before: readonly number[], after: readonly number[]): { gains: number; loses: number } => ({
  gains: after.reduce((bits, one, nth) => bits | (one & ~before[nth]!), 0),
  loses: before.reduce((bits, one, nth) => bits | (one & ~after[nth]!), 0),
});

/** All that the rule looks at, without ids. */
function caseOf(place: NamedPlace, ends: ItemContext['ends'], { userId, owns, held, givers }: Judged): string {
  const sources: string[] = [];
  const numberOf = (of: string[], id: string): number => {
    const known = of.indexOf(id);
    return known < 0 ? of.push(id) - 1 : known;
  };
  const giverIds: string[] = [];
  const grants = (by: HeldBy['held']): string =>
    place.way
      .map((id) =>
        (by.get(id) ?? [])
          .map(({ role, source, grantorId, distance }) => {
            const giver = source.kind === 'share' ? numberOf(giverIds, grantorId) : '';
            return `${role} ${source.kind} ${numberOf(sources, source.id)} ${giver} ${distance}`;
          })
          .join(),
      )
      .join('/');
  const own = grants(held);
  const theirs = giverIds.map((id) => {
    const giver = givers.get(id);
    return giver && `${id === userId} ${giver.owns} ${giver.cap.join()} ${place.creatorId === id} ${grants(giver.held)}`;
  });
  return [place.isFile, ends, owns, place.creatorId === userId, own, ...theirs].join('|');
}

/**
 * What somebody may do at a place, as bits, by the rule that decides calls, if the roles include `roles`: with the place itself, and, in a
 * folder, with what is in it, made by themselves, by somebody who shared it with them, or by others: in drop boxes that matters.
 */
function itemsFor(place: NamedPlace, ends: ItemContext['ends'], judged: Judged, roles: FileRoleItems): number[] {
  const grantsOf = ({ held }: HeldBy): Grant[] =>
    place.way.flatMap((id) =>
      (held.get(id) ?? []).map(({ role, source, grantorId, distance }) => ({
        instanceId: id,
        subject: { kind: distance === 0 ? 'person' : 'department', id: '' },
        distance,
        role,
        items: roles[role],
        source,
        grantorId,
      })),
    );
  const holdingOf = (holder: HeldBy) => ({ owns: holder.owns, cap: holder.cap, grants: grantsOf(holder) });
  const effective = {
    userId: judged.userId,
    ...holdingOf(judged),
    givers: Object.fromEntries([...judged.givers].map(([id, giver]) => [id, holdingOf(giver)])),
  };
  const above = (ids: readonly InstanceId[]) => ids.map((id) => ({ id, name: '', creatorId: '', visitorId: null })).reverse();
  const at = (instanceId: InstanceId, creatorId: string, ids: readonly InstanceId[]): number =>
    parseInt(maskOf(permissionItems, itemsAt({ ...anywhere, instanceId, creatorId, ancestors: above(ids), ends, effective })), 2);
  const self = at(place.id, place.creatorId, place.way.slice(1));
  const makers = place.isFile ? [] : [judged.userId, ...judged.givers.keys(), ''];
  return [self, ...makers.map((maker) => at(unnamed, maker, place.way))];
}
