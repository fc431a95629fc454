import type { LinkVisit } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { tookText } from './visit-words.ts';

/** A cell that spreadsheets take as text: visitors choose names of browsers and files, and a formula among them would run. */
const cell = (text: string): string => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The visits as a table that spreadsheets open, with the mark that tells them it is UTF-8. */
export function visitsSheet(visits: readonly LinkVisit[]): string {
  const head = [t('links.exportTime'), t('links.exportWho'), t('links.exportAddress'), t('links.exportDevice'), t('links.exportTook')];
  const rows = visits.map((visit) => [
    formatFullTime(visit.time),
    visit.visitor ?? t('links.unknown'),
    visit.address,
    visit.device ?? '',
    tookText(visit),
  ]);
  return `\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
