import type { DepartmentSpace } from '@alcove/contract';
import { formatTime, t } from '../../i18n/index.ts';

/** What became of an ended department's files, and until when they can only be read. */
export const endedText = ({ at, readOnlyUntil }: NonNullable<DepartmentSpace['ended']>): string =>
  Date.parse(readOnlyUntil) > Date.now()
    ? t('departments.endedHint', { when: formatTime(at), until: formatTime(readOnlyUntil) })
    : t('departments.endedOpen', { when: formatTime(at) });
