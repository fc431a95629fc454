import type { PrivilegeEntry } from '@alcove/contract';
import { t } from '../i18n/index.ts';

/** Null: no access. */
export const levelName = (level: PrivilegeEntry['privilege'] | null): string => t(`levels.${level ?? 'none'}`);
