/** Rules of external links that need no database. Pure. */
import { canCombine, itemsOfLink, limits, nameFault } from '@alcove/contract';
import type { calls, LinkPermission, LinkReason, LinkState, LinkStep, RequestOf, ServiceConfig } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import type { LockedLink } from '../links/index.ts';
import { isRoot, ownItemsAt, requireLasting, sensitivityAt } from '../permission/index.ts';
import type { ItemContext, Standing } from '../permission/index.ts';

export type LinkInput = RequestOf<typeof calls.link.createOrUpdate>;

/**
 * Who may make or change a link of an item: who may share it by their own right, in every role of theirs (specification 2 section 6). Throws
 * LINK_NOT_ALLOWED, LINK_OF_ROOT, HIGHLY_SENSITIVE, GROUP_DISSOLVING, DEPARTMENT_ENDED.
 */
export function requireSharable(place: ItemContext): void {
  requireLasting(place);
  if (!ownItemsAt(place).includes('share')) throw new Failure('LINK_NOT_ALLOWED');
  if (isRoot(place)) throw new Failure('LINK_OF_ROOT');
  if (sensitivityAt(place) === 'high') throw new Failure('HIGHLY_SENSITIVE');
}

/** Throws LINK_UPLOAD_ALONE, LINK_UPLOAD_FOLDER, and LINK_NOT_ALLOWED for what the creator may not do themselves. */
export function requirePermissions(place: ItemContext, permissions: readonly LinkPermission[]): void {
  if (!canCombine(permissions)) throw new Failure('LINK_UPLOAD_ALONE', { field: 'permissions' });
  if (place.isFile && permissions.includes('upload')) throw new Failure('LINK_UPLOAD_FOLDER', { field: 'permissions' });
  const own = ownItemsAt(place);
  if (itemsOfLink(permissions).some((item) => !own.includes(item))) throw new Failure('LINK_NOT_ALLOWED', { field: 'permissions' });
}

/** Throws LINK_NAME_EMPTY, NAME_FORBIDDEN, NAME_TOO_LONG. A link is called as a file may be, because it begins with the name of one. */
export function requireLinkName(name: string): void {
  const fault = nameFault(name);
  if (fault === 'NAME_EMPTY') throw new Failure('LINK_NAME_EMPTY', { field: 'name' });
  if (fault) throw new Failure(fault, { field: 'name', limit: limits.nameLength });
}

/** Fields that mean nothing without another. Throws BAD_REQUEST, which names the field: `body` if neither a link nor an item is named. */
export function requireFieldsFit(input: LinkInput, link: Pick<LockedLink, 'visitor_type' | 'validity' | 'instance_id'> | null): void {
  const wrong = (field: keyof LinkInput | 'body') => new Failure('BAD_REQUEST', { field });
  const [instanceId] = input.instanceIds ?? [];
  if (!link && instanceId === undefined) throw wrong(input.instanceIds ? 'instanceIds' : 'body');
  if (link && instanceId !== undefined && instanceId !== link.instance_id) throw wrong('instanceIds');
  if (input.userIds && (input.visitorType ?? link?.visitor_type) !== 'persons') throw wrong('userIds');
  const isCustom = (input.validity ?? link?.validity) === 'custom';
  if (input.expireTime === undefined ? input.validity === 'custom' : !isCustom) throw wrong('expireTime');
}

/**
 * What the company allows, of what is sent: what a link has already stays. A new link has each of them. Throws LINK_PASSWORD_SHORT, LINK_VISITS_OVER.
 */
export function requireWithinCompany(
  { password, visitLimit }: Pick<LinkInput, 'password' | 'visitLimit'>,
  { linkPasswordLength, linkMostVisits }: Pick<ServiceConfig, 'linkPasswordLength' | 'linkMostVisits'>,
): void {
  if (password != null && password.length < linkPasswordLength)
    throw new Failure('LINK_PASSWORD_SHORT', { field: 'password', least: linkPasswordLength });
  if (linkMostVisits !== null && visitLimit !== undefined && (visitLimit === null || visitLimit > linkMostVisits))
    throw new Failure('LINK_VISITS_OVER', { field: 'visitLimit', most: linkMostVisits });
}

export const samePermissions = (one: readonly LinkPermission[], other: readonly LinkPermission[]): boolean =>
  one.every((item) => other.includes(item)) && other.every((item) => one.includes(item));

/** What decides whether a link is open. `ended` and `usedUp` are so by the database's clock. */
export interface LinkHead {
  state: LinkState;
  reason: LinkReason | null;
  ended: boolean;
  usedUp: boolean;
}

/** What a link is at this moment, and why it is not open. `standing`: of its creator at its item. */
export function stateOf(
  { state, reason, ended, usedUp }: LinkHead,
  standing: Standing | undefined,
): { state: LinkState; reason: LinkReason | null } {
  if (state === 'failed' || state === 'expired') return { state, reason };
  if (ended) return { state: 'expired', reason: 'ended' };
  if (usedUp) return { state: 'expired', reason: 'visits' };
  if (!standing?.live) return { state: 'failed', reason: 'deleted' };
  if (!standing.active) return { state: 'expired', reason: 'creator' };
  if (standing.high) return { state: 'failed', reason: 'sensitive' };
  if (!standing.ownItems.includes('share')) return { state: 'failed', reason: 'rights' };
  return { state, reason: null };
}

/** From the one that visitors can use to the one that is farthest from it. */
const byUse: readonly LinkState[] = ['valid', 'verifying', 'expired', 'failed'];

/** The state of several links to one item. */
export const bestState = (states: readonly LinkState[]): LinkState | null => byUse.find((state) => states.includes(state)) ?? null;

const ofItem: readonly (LinkReason | null)[] = ['deleted', 'sensitive', 'creator', 'rights'];

/** The three steps of verification. Permission is asked at every moment, so its step says what is so now. */
export function stepsOf(
  row: { scan_state: LinkStep['state']; scan_done: number; scan_total: number; review_state: LinkStep['state'] },
  reason: LinkReason | null,
): LinkStep[] {
  const scanned = row.scan_state === 'passed' || row.scan_state === 'skipped';
  return [
    { step: 'scan', state: row.scan_state, ...(row.scan_total > 0 && { done: row.scan_done, total: row.scan_total }) },
    { step: 'permission', state: ofItem.includes(reason) ? 'failed' : scanned ? 'passed' : 'waiting' },
    { step: 'review', state: row.review_state },
  ];
}
