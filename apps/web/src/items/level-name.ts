import { privilegeOf, type FileRole, type PrivilegeEntry } from '@alcove/contract';
import { t } from '../i18n/index.ts';

/** Null: no access. */
export const levelName = (level: PrivilegeEntry['privilege'] | null): string => t(`levels.${level ?? 'none'}`);

/** The level that a role stands for. */
export const roleName = (role: FileRole): string => levelName(privilegeOf(role));
