import type { Privilege } from '@alcove/contract';
import { t } from '../../i18n/index.ts';

/** Null: nothing at all. */
export const levelName = (level: Privilege | null): string => t(`levels.${level ?? 'none'}`);
