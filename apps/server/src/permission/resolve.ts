import { everyItem, itemsBelowShared, itemsOfLinkRole, permissionItems } from '@alcove/contract';
import type { FileRole, GrantSubject, InstanceId, PermissionItem } from '@alcove/contract';

/** What created a grant. Grants of one source compete with each other; the results of several sources add up. */
export interface GrantSource {
  kind: 'group' | 'department' | 'share' | 'link' | 'look';
  /** The space of a group or department, or the share, the external link, or the look of an administrator. */
  id: string;
}

/** To whom something is granted. A link gives to its visitors, who are nobody in the company. */
export type Receiver = GrantSubject | { kind: 'link'; id: string };

/** A grant that applies to one person, or to the visitors of one link, on an instance or a folder above it. */
export interface Grant {
  instanceId: InstanceId;
  subject: Receiver;
  /** 0: granted to the person or the link; n: to their n-th department, counted upwards. */
  distance: number;
  role: FileRole;
  /** What the role includes today: administrators edit the sets, so they are read together with the grant. Not for links. */
  items: readonly PermissionItem[];
  source: GrantSource;
  /** Who granted it. A share or link gives no more than its giver may do today. */
  grantorId: string;
}

/** A person's grants on a chain of instances. */
export interface Holding {
  /** They own the space: a personal space's owner, a group's leader. */
  owns: boolean;
  grants: readonly Grant[];
  /** The file items that the company's roles allow them anywhere, their own space included. */
  cap: readonly PermissionItem[];
}

export interface EffectiveGrants extends Holding {
  userId: string;
  /** The grants of the people who shared with them, or of the link's creator; frozen, expired and deleted people are absent. */
  givers: Readonly<Record<string, Holding>>;
}

/** Stands in a chain for an instance that no grant names. */
export const unnamed = '' as InstanceId;

/** The location and the creator of an instance. */
export interface Where {
  /** The instance itself first, the space's root last. */
  chain: readonly InstanceId[];
  creatorId: string;
  /** The visitor of a link who made it, in the name of the link's creator. */
  visitorId?: string | null;
}

/** One source's part of an answer: the grant that won, those it overrides, and the resulting items. */
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

/** The item that a person needs to share inside the company. Their shares end when they lose it (I8). */
export const sharingAsks: PermissionItem = 'copy';

/** The same for external links. */
const linkAsks: PermissionItem = 'share';

/** Who has something only through a share, a link or a look cannot pass it on. */
export const isPassedOn = ({ source }: Pick<Grant, 'source'>): boolean =>
  source.kind === 'share' || source.kind === 'link' || source.kind === 'look';

/** An `uploader` sees only what they uploaded, and the folder in which they may upload: that is the role's nature, whatever its items are. */
const seesOnlyOwn = (role: FileRole): boolean => role === 'uploader';

function reasonOf(
  source: GrantSource,
  grants: readonly Grant[],
  { chain, creatorId, visitorId }: Where,
  userId: string,
  most: readonly PermissionItem[] | null,
): Reason {
  const depth = (grant: Grant): number => chain.indexOf(grant.instanceId);
  // The nearest instance wins. On the same instance, a person beats a department, and a lower department one above it.
  const [winner, ...beaten] = grants.toSorted((a, b) => depth(a) - depth(b) || a.distance - b.distance);
  if (!winner) return { source, grant: null, beaten, items: [] };
  const hidden = seesOnlyOwn(winner.role) && depth(winner) > 0 && creatorId !== userId && visitorId !== userId;
  const isShared = source.kind === 'share' && depth(winner) === 0;
  const items = hidden
    ? []
    : (source.kind === 'link' ? itemsOfLinkRole(winner.role) : winner.items).filter(
        (item) => (most === null || most.includes(item)) && !(isShared && itemsBelowShared.includes(item)),
      );
  return { source, grant: winner, beaten, items };
}

/**
 * Every source's part of the answer (design section 5): within a source the nearest grant decides, `forbidden` included, and the company's
 * roles cap what it gives. The answer is the union over the sources. Pure.
 */
export function explain(where: Where, { userId, owns, grants, givers, cap }: EffectiveGrants): Reason[] {
  if (owns) return [{ source: { kind: 'owner' }, grant: null, beaten: [], items: capped(everyItem, cap) }];
  const onChain = grants.filter(({ instanceId }) => where.chain.includes(instanceId));
  const reasons = bySource(onChain).flatMap((group): Reason[] => {
    const { source, grantorId } = group[0]!;
    // A group gives permissions only to its members, who have a grant on its top folder. A person who left by changing departments has none
    // inside it.
    if (source.kind === 'group' && !group.some(({ instanceId }) => instanceId === where.chain.at(-1))) return [];
    // A look is given by the company, not by a person whose own permissions would bound it.
    if (source.kind === 'look' || !isPassedOn(group[0]!)) return [reasonOf(source, group, where, userId, null)];
    const giver = givers[grantorId];
    if (!giver) return [];
    // Shares cannot be shared again: a giver cannot pass on what they have through a share.
    const own = { ...giver, grants: giver.grants.filter((grant) => !isPassedOn(grant)) };
    const asks = source.kind === 'link' ? linkAsks : sharingAsks;
    const most = itemsOf(where, { userId: grantorId, ...own, givers: {} });
    return [reasonOf(source, group, where, userId, most.includes(asks) ? most : [])];
  });
  return reasons.map((reason) => ({ ...reason, items: capped(reason.items, cap) }));
}

const capped = (items: readonly PermissionItem[], cap: readonly PermissionItem[]): readonly PermissionItem[] =>
  items.filter((item) => cap.includes(item));

/** What the person may do with the instance, in the order of `permissionItems`. */
export function itemsOf(where: Where, effective: EffectiveGrants): readonly PermissionItem[] {
  if (effective.owns) return capped(everyItem, effective.cap);
  if (effective.grants.length === 0) return [];
  const items = new Set(explain(where, effective).flatMap((reason) => reason.items));
  return permissionItems.filter((item) => items.has(item));
}
