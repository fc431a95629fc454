import { calls, type Link, type LinkVisit } from '@alcove/contract';
import { call } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { tellFailure } from './link-actions.ts';
import { visitsSheet } from './visits-sheet.ts';

const perCall = 100;

/** Saves all visits of a link as a table. */
export async function exportVisits({ linkPath, name }: Link): Promise<void> {
  try {
    const visits: LinkVisit[] = [];
    for (let page = 1; ; page += 1) {
      const { items, total } = await call(calls.link.visits, { linkPath, page, pageSize: perCall });
      visits.push(...items);
      if (items.length === 0 || visits.length >= total) break;
    }
    const file = new Blob([visitsSheet(visits)], { type: 'text/csv' });
    const link = Object.assign(document.createElement('a'), {
      href: URL.createObjectURL(file),
      download: `${t('links.exportName', { name })}.csv`,
    });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    tellFailure(error);
  }
}
