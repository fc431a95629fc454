import { normalised, roleItems, shareLevelHeld, shareLevels } from '@alcove/contract';
import type { FileRole, ShareLevel } from '@alcove/contract';

const levels = Object.keys(shareLevels) as ShareLevel[];

/** The level that a collaborator's grant stands for. */
export const levelOfRole = (role: string): ShareLevel =>
  levels.find((level) => shareLevels[level] === role) ?? shareLevelHeld(roleItems[role as FileRole] ?? []);

const same = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/**
 * When a collaborator's part ends, once the whole share ends at another time: what ended with the share goes on doing so, an
 * end of one's own stays, and nothing outlasts the share. Null: never.
 */
export function endWith(own: Date | null, { before, after }: { before: Date | null; after: Date | null }): Date | null {
  if (same(own, before)) return after;
  return after !== null && (own === null || own > after) ? after : own;
}

/** Null, never, is later than any end. */
export const endsLater = (one: Date | null, other: Date | null): boolean => other !== null && (one === null || one > other);
export const earlierEnd = (one: Date | null, other: Date | null): Date | null => (endsLater(one, other) ? other : one);

/** Whether who has the first role has all of the second. */
export const includesRole = (one: FileRole, other: FileRole): boolean => roleItems[other].every((item) => roleItems[one].includes(item));

/** Whether an end that someone asks for is still to come, and no later than the share's. */
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

/** A level as lists in Excel name it. */
export const roleWord = (role: ShareLevel | 'owner', language: 'zh-CN' | 'en-US'): string => words[role][language];

/** The level that a word in Chinese or English means; null for none. */
export function roleOfWord(word: string): ShareLevel | null {
  const folded = normalised(word, 'NFKC').trim().toLowerCase();
  return (
    levels.find((level) => [words[level]['zh-CN'], words[level]['en-US'].toLowerCase(), ...words[level].also].includes(folded)) ?? null
  );
}
