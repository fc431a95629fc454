import type { Review } from '@alcove/contract';
import { untilStamp, validityName } from '../../features/links/link-words.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { plainKind } from '../../items/item-columns.tsx';
import type { FileKind } from '../../ui/marks/FileIcon.tsx';

const [hour, day] = [60, 24 * 60];
/** From here on a wait is marked, in minutes. */
const longWait = 20;

export const minutesText = (minutes: number): string =>
  minutes < hour
    ? t('adminReviews.minutes', { n: minutes })
    : minutes < day
      ? t('adminReviews.hours', { n: Math.floor(minutes / hour) })
      : t('adminReviews.days', { n: Math.floor(minutes / day) });

/** How long a review has waited; `long`: longer than it should. */
export function waitOf({ askedTime }: Pick<Review, 'askedTime'>, now: number): { text: string; long: boolean } {
  const minutes = Math.max(0, Math.floor((now - Date.parse(askedTime)) / 60_000));
  return { text: minutesText(minutes), long: minutes >= longWait };
}

export const kindOfReview = ({ item }: Pick<Review, 'item'>): FileKind => plainKind(item);

export const contentText = ({ item, files, fileSize }: Review): string =>
  item.classifierId === 'Folder'
    ? t('adminReviews.contentFolder', { name: item.instanceName, n: files, size: formatSize(fileSize) })
    : t('adminReviews.contentFile', { name: item.instanceName, size: formatSize(fileSize) });

const both = (one: string, other: string): string => t('adminReviews.both', { one, other });

export const visitorsText = ({ link: { visitorType, passwordSet } }: Review): string =>
  both(t(`adminReviews.${visitorType}`), t(passwordSet ? 'adminReviews.withPassword' : 'adminReviews.withoutPassword'));

export const permissionsText = ({ link: { permissions, watermark } }: Review): string =>
  both(
    permissions.map((one) => t(`links.${one}`)).join(t('common.comma')),
    t(watermark === 'default' ? 'adminReviews.watermarked' : 'adminReviews.unmarked'),
  );

export function validityText({ link: { validity, expireTime, visitLimit } }: Review): string {
  const time =
    expireTime === null
      ? t('adminReviews.untilLeaving')
      : t('adminReviews.until', { validity: validityName(validity), when: untilStamp(expireTime) });
  return both(time, visitLimit === null ? t('adminReviews.visitsAny') : t('adminReviews.visits', { n: visitLimit }));
}
