import { normalised, shareLevelHeld, shareLevels } from '@alcove/contract';
import type { FileRole, FileRoleItems, ShareLevel } from '@alcove/contract';

const levels = Object.keys(shareLevels) as ShareLevel[];

/** The level that a recipient's grant stands for. */
export const levelOfRole = (roles: FileRoleItems, role: FileRole): ShareLevel =>
  levels.find((level) => shareLevels[level] === role) ?? shareLevelHeld(roles, roles[role]);

const same = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/**
 * When a recipient's part ends after the end of the whole share changes. A part that ended together with the share still does, a part with
 * an earlier end keeps it, and nothing outlasts the share. Null: never.
 */
export function endWith(own: Date | null, { before, after }: { before: Date | null; after: Date | null }): Date | null {
  if (same(own, before)) return after;
  return after !== null && (own === null || own > after) ? after : own;
}

/** Null means never, which is later than any end. */
export const endsLater = (one: Date | null, other: Date | null): boolean => other !== null && (one === null || one > other);
export const earlierEnd = (one: Date | null, other: Date | null): Date | null => (endsLater(one, other) ? other : one);

/** Whether the first role includes the second, by the items they have today. */
export const includesRole = (roles: FileRoleItems, one: FileRole, other: FileRole): boolean =>
  roles[other].every((item) => roles[one].includes(item));

/** Whether a requested end is in the future and no later than the share's. */
export const endFits = (end: Date | null, { now, most }: { now: Date; most: Date | null }): boolean =>
  end === null || (end > now && (most === null || end <= most));

const words: Record<ShareLevel | 'owner', { 'zh-CN': string; 'en-US': string; also: readonly string[] }> = {
  owner: { 'zh-CN': '所有者', 'en-US': 'Owner', also: [] },
  viewOnly: { 'zh-CN': '仅预览', 'en-US': 'View only', also: ['预览', '查看', '仅查看', 'view', 'viewonly', 'viewer'] },
  sharedPerson: { 'zh-CN': '下载，不可转存', 'en-US': 'Download, no copies', also: ['共享人', 'shared person', 'sharedperson'] },
  download: { 'zh-CN': '下载', 'en-US': 'Download', also: ['可下载', 'downloader'] },
  edit: { 'zh-CN': '编辑', 'en-US': 'Edit', also: ['可编辑', 'editor'] },
  manager: { 'zh-CN': '管理', 'en-US': 'Manager', also: ['管理员', '管理者', 'manage', 'administrator'] },
};

/** A level as it is named in Excel lists. */
export const roleWord = (role: ShareLevel | 'owner', language: 'zh-CN' | 'en-US'): string => words[role][language];

/** The level for a Chinese or English word. Null if there is none. */
export function roleOfWord(word: string): ShareLevel | null {
  const folded = normalised(word, 'NFKC').trim().toLowerCase();
  return (
    levels.find((level) => [words[level]['zh-CN'], words[level]['en-US'].toLowerCase(), ...words[level].also].includes(folded)) ?? null
  );
}
