import { everyItem, itemsBelowShared, permissionItems, roleItems } from '@alcove/contract';
import type { FileRole, GrantSubject, PermissionItem } from '@alcove/contract';

/** What gave a grant. Grants of one source are weighed against each other; sources add up. */
export interface GrantSource {
  kind: 'group' | 'department' | 'share';
  /** The space of a group or department, or the share. */
  id: string;
}

/** A grant that applies to one person on the way from an instance to its space's root. */
export interface Grant {
  instanceId: string;
  subject: GrantSubject;
  /** 0: to the person; n: to their n-th department, counted upwards. */
  distance: number;
  role: FileRole;
  source: GrantSource;
  /** Who gave it. A share gives no more than its giver may do today. */
  grantorId: string;
}

/** What a person has on a chain of instances. */
export interface Holding {
  /** The space is theirs: a personal space's owner, a group's leader. */
  owns: boolean;
  grants: readonly Grant[];
}

export interface EffectiveGrants extends Holding {
  userId: string;
  /** The holdings of those who shared with them; absent when they are frozen, expired or gone. */
  givers: Readonly<Record<string, Holding>>;
}

/** Where the instance lies. */
export interface Where {
  /** The instance itself first, the space's root last. */
  chain: readonly string[];
  creatorId: string;
}

/** One source's part of an answer: the grant that won, those it beat, and what came of it. */
export interface Reason {
  source: GrantSource | { kind: 'owner' };
  grant: Grant | null;
  beaten: readonly Grant[];
  items: readonly PermissionItem[];
}

const bySource = (grants: readonly Grant[]): Grant[][] => {
  const groups = new Map<string, Grant[]>();
  for (const grant of grants) {
    const key = `${grant.source.kind} ${grant.source.id}`;
    const group = groups.get(key);
    if (group) group.push(grant);
    else groups.set(key, [grant]);
  }
  return [...groups.values()];
};

/** What one must have to share inside the company. A share ends where its giver has lost it (I8). */
export const sharingAsks: PermissionItem = 'copy';

/** `uploader` sees only what they uploaded; the folder that they were given they see too. */
const seesOnlyOwn = (role: FileRole): boolean => role === 'uploader';

function reasonOf(
  source: GrantSource,
  grants: readonly Grant[],
  { chain, creatorId }: Where,
  userId: string,
  most: readonly PermissionItem[] | null,
): Reason {
  const depth = (grant: Grant): number => chain.indexOf(grant.instanceId);
  // The nearest instance wins; there a person beats a department, and a near department one above it.
  const [winner, ...beaten] = grants.toSorted((a, b) => depth(a) - depth(b) || a.distance - b.distance);
  if (!winner) return { source, grant: null, beaten, items: [] };
  const hidden = seesOnlyOwn(winner.role) && depth(winner) > 0 && creatorId !== userId;
  const isShared = source.kind === 'share' && depth(winner) === 0;
  const items = hidden
    ? []
    : roleItems[winner.role].filter((item) => (most === null || most.includes(item)) && !(isShared && itemsBelowShared.includes(item)));
  return { source, grant: winner, beaten, items };
}

/**
 * Every source's part, by design section 5: within a source the nearest grant decides, `forbidden` ends it, and the answer is
 * the union over the sources. Pure.
 */
export function explain(where: Where, { userId, owns, grants, givers }: EffectiveGrants): Reason[] {
  if (owns) return [{ source: { kind: 'owner' }, grant: null, beaten: [], items: everyItem }];
  const onChain = grants.filter(({ instanceId }) => where.chain.includes(instanceId));
  return bySource(onChain).flatMap((group): Reason[] => {
    const { source, grantorId } = group[0]!;
    // A group gives only to its members, whose grants are on its top folder: who left by leaving a department has nothing inside it.
    if (source.kind === 'group' && !group.some(({ instanceId }) => instanceId === where.chain.at(-1))) return [];
    if (source.kind !== 'share') return [reasonOf(source, group, where, userId, null)];
    const giver = givers[grantorId];
    if (!giver) return [];
    // A share of a share does not exist: what a giver holds by a share is not theirs to pass on.
    const own = { owns: giver.owns, grants: giver.grants.filter((grant) => grant.source.kind !== 'share') };
    const most = itemsOf(where, { userId: grantorId, ...own, givers: {} });
    return [reasonOf(source, group, where, userId, most.includes(sharingAsks) ? most : [])];
  });
}

/** What the person may do with the instance, in the order of the items. */
export function itemsOf(where: Where, effective: EffectiveGrants): readonly PermissionItem[] {
  if (effective.owns) return everyItem;
  if (effective.grants.length === 0) return [];
  const items = new Set(explain(where, effective).flatMap((reason) => reason.items));
  return permissionItems.filter((item) => items.has(item));
}
