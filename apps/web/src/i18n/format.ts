import { currentLanguage, t } from './translate.ts';

const KB = 1024;
const MB = KB * 1024;
const GB = MB * 1024;
const TB = GB * 1024;

/** `54 B`, `18.3 KB`, `12.46 MB`: bytes under 1 KB (0 KB for zero), KB with one decimal under 1 MB, two decimals above. */
export function formatSize(bytes: number): string {
  if (!(bytes > 0)) return '0 KB';
  if (bytes < KB) return `${Math.round(bytes)} B`;
  if (bytes < MB) return `${(bytes / KB).toFixed(1)} KB`;
  if (bytes < GB) return `${(bytes / MB).toFixed(2)} MB`;
  if (bytes < TB) return `${(bytes / GB).toFixed(2)} GB`;
  return `${(bytes / TB).toFixed(2)} TB`;
}

/** The two sizes of “used / total”: `0` and `10 GB`, `1.25 GB` and `10 GB`. */
export const roomUsed = (used: number, total: number): { used: string; total: string } => ({
  used: used > 0 ? formatSize(used) : '0',
  total: formatSize(total).replace(/\.00(?= )/, ''),
});

/** Joins the parts, leaving out those whose count is zero. */
export const formatParts = (...parts: readonly (readonly [count: number, text: string])[]): string =>
  parts.flatMap(([count, text]) => (count > 0 ? [text] : [])).join(t('common.comma'));

/** `2 人、1 个部门`. */
export const formatWho = ({ people, departments }: { people: number; departments: number }): string =>
  formatParts([people, t('common.people', { n: people })], [departments, t('common.departments', { n: departments })]);

/** Counts people and departments in a selection. */
export const subjectsIn = (chosen: readonly { kind: 'person' | 'department' }[]): { people: number; departments: number } => {
  const people = chosen.filter(({ kind }) => kind === 'person').length;
  return { people, departments: chosen.length - people };
};

/** Formats seconds: under 120 s as seconds, under 1 h as minutes and seconds, under 1 day as hours and minutes, then as days and hours. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 120) return t('common.seconds', { seconds: whole });
  if (whole < 3600) return t('common.minutesSeconds', { minutes: Math.floor(whole / 60), seconds: whole % 60 });
  if (whole < 86_400) return t('common.hoursMinutes', { hours: Math.floor(whole / 3600), minutes: Math.floor((whole % 3600) / 60) });
  return t('common.daysHours', { days: Math.floor(whole / 86_400), hours: Math.floor((whole % 86_400) / 3600) });
}

const two = (value: number) => String(value).padStart(2, '0');
const dayNumber = (date: Date) => Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000);
const shortDate = (withYear: boolean) =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...(withYear && { year: 'numeric' }) });

/** `今天 10:31`, `昨天 18:07`, `11-18 11:02`, then with the year. In the viewer's time zone; tooltips show `formatFullTime`. */
export function formatTime(stamp: string | number | Date, now: Date = new Date()): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return '';
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
  const days = dayNumber(now) - dayNumber(date);
  if (days === 0) return t('common.today', { clock });
  if (days === 1) return t('common.yesterday', { clock });
  const thisYear = date.getFullYear() === now.getFullYear();
  if (currentLanguage() === 'en-US') return thisYear ? `${shortDate(false).format(date)}, ${clock}` : shortDate(true).format(date);
  const monthDay = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return thisYear ? `${monthDay} ${clock}` : `${date.getFullYear()}-${monthDay}`;
}

/** The day alone, in the viewer's time zone: `2026-11-18`, `Nov 18, 2026`. */
export function formatDay(date: Date): string {
  if (currentLanguage() === 'en-US') return shortDate(true).format(date);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Date and time in full, for tooltips. */
export function formatFullTime(stamp: string | number | Date): string {
  const date = new Date(stamp);
  if (Number.isNaN(date.getTime())) return '';
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** The browser's time zone in minutes east of UTC, for dates that the server reads or writes without one. */
export const utcOffset = (): number => -new Date().getTimezoneOffset();
