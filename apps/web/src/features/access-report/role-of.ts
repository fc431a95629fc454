import type { AccessEntry } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { roleName } from '../../items/level-name.ts';

/** What somebody may do with an item, and where it comes from. */
export function roleOf({ kind, grant }: AccessEntry): string {
  if (kind === 'owner' || !grant) return t('accessReport.owner');
  const ways = { group: 'accessReport.viaGroup', department: 'accessReport.viaDepartment', share: 'accessReport.viaShare' } as const;
  return t('accessReport.via', { role: roleName(grant.role), way: t(ways[kind]) });
}
