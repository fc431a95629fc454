import type { DepartmentSpace } from '@alcove/contract';
import { formatTime, t } from '../../i18n/index.ts';

/** What happened to the files of a closed department, and until when they stay read-only. */
export const endedText = ({ at, readOnlyUntil }: NonNullable<DepartmentSpace['ended']>): string =>
  Date.parse(readOnlyUntil) > Date.now()
    ? t('departments.endedHint', { when: formatTime(at), until: formatTime(readOnlyUntil) })
    : t('departments.endedOpen', { when: formatTime(at) });
