import { shareLevels, type ShareLevel, type ShareRole } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { levelName } from '../../items/level-name.ts';

const levels = Object.keys(shareLevels) as ShareLevel[];

export const roleName = (role: ShareRole): string => (role === 'owner' ? t('sharing.owner') : levelName(role));
export const isLevel = (role: string | undefined): role is ShareLevel => levels.some((level) => level === role);
export const roleOptions = (given: readonly ShareLevel[]): { value: ShareLevel; label: string }[] =>
  levels.filter((level) => given.includes(level)).map((value) => ({ value, label: roleName(value) }));

/** The number of recipients per level: `编辑 2 · 仅预览 1`; only the name when all have the same level. */
export function rolesSummary(roles: Partial<Record<ShareLevel, number>>): string {
  const some = levels.toReversed().flatMap((level) => (roles[level] ? [{ level, n: roles[level] }] : []));
  if (some.length === 1 && some[0]) return roleName(some[0].level);
  return some.map(({ level, n }) => t('sharing.roleCount', { role: roleName(level), n })).join(' · ');
}
