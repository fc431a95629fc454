import { formatTime, t } from '../../i18n/index.ts';

/** `刚刚`, `8 分钟前` within the hour, then as `formatTime`. Times in the future, from a slow clock, count as `刚刚`. */
export function noticeTime(stamp: string, now: Date = new Date()): string {
  const minutes = Math.floor((now.getTime() - Date.parse(stamp)) / 60_000);
  if (minutes < 1) return t('notices.justNow');
  return minutes < 60 ? t('notices.minutesAgo', { n: minutes }) : formatTime(stamp, now);
}
