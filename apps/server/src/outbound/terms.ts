/** What a link allows, and to whom: what reviewers see of it, and whether a change of it opens more than they saw. Pure. */
import type { Selectable } from 'kysely';
import { itemsOfLink, linkVisitorTypes } from '@alcove/contract';
import type { LinkPermission, LinkValidity, LinkVisitorType, LinkWatermark } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

export interface Terms {
  permissions: LinkPermission[];
  visitorType: LinkVisitorType;
  /** Those whom it names, in the order of their ids. */
  people: string[];
  passwordSet: boolean;
  validity: LinkValidity;
  /** Null: as long as its creator works here. */
  expireTime: string | null;
  visitLimit: number | null;
  watermark: LinkWatermark;
}

export const termsOf = (link: Selectable<Tables['link']>, people: string[]): Terms => ({
  permissions: link.permissions,
  visitorType: link.visitor_type,
  people,
  passwordSet: link.password_hash !== null,
  validity: link.validity,
  expireTime: link.expires_at?.toISOString() ?? null,
  visitLimit: link.visit_limit,
  watermark: link.watermark,
});

const isLater = (end: string | null, before: string | null): boolean =>
  before !== null && (end === null || new Date(end).getTime() > new Date(before).getTime());

/** From everyone to those whom it names. */
const reach = (type: LinkVisitorType): number => linkVisitorTypes.indexOf(type);

/** Whether a link gives anybody anything that it did not give before. */
export function isWider(now: Terms, before: Terms): boolean {
  const had = itemsOfLink(before.permissions);
  if (itemsOfLink(now.permissions).some((item) => !had.includes(item))) return true;
  if (reach(now.visitorType) < reach(before.visitorType)) return true;
  if (now.visitorType === 'persons' && before.visitorType === 'persons' && now.people.some((id) => !before.people.includes(id)))
    return true;
  if (before.passwordSet && !now.passwordSet) return true;
  if (isLater(now.expireTime, before.expireTime)) return true;
  if (before.visitLimit !== null && (now.visitLimit === null || now.visitLimit > before.visitLimit)) return true;
  return before.watermark === 'default' && now.watermark === 'none';
}
