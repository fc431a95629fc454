import type { LinkVisit } from '@alcove/contract';
import { formatDay, t } from '../../i18n/index.ts';

type Deed = LinkVisit['took'][number]['deed'];
const deeds: readonly Deed[] = ['download', 'save', 'upload', 'preview'];

const oneOf = { preview: 'tookPreview', download: 'tookDownload', save: 'tookSave', upload: 'tookUpload' } as const;
const manyOf = { preview: 'tookPreviews', download: 'tookDownloads', save: 'tookSaves', upload: 'tookUploads' } as const;

/** What a visit came to in one line: the name where it is one thing, else the number of each kind. */
export function tookText({ took }: Pick<LinkVisit, 'took'>): string {
  if (took.length === 0) return t('links.tookNothing');
  const parts = deeds.flatMap((deed) => {
    const names = new Set(took.filter((one) => one.deed === deed).map(({ instanceName }) => instanceName));
    const [name] = names;
    if (name === undefined) return [];
    return [names.size === 1 ? t(`links.${oneOf[deed]}`, { name }) : t(`links.${manyOf[deed]}`, { n: names.size })];
  });
  return parts.join(t('common.comma'));
}

export type Day = { title: string; visits: readonly LinkVisit[] };

/** The visits by day in the viewer's time zone, the latest day first. */
export function byDay(visits: readonly LinkVisit[], now: Date): Day[] {
  const start = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  const today = start(now);
  const yesterday = start(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
  const days = Map.groupBy(visits, ({ time }) => start(new Date(time)));
  return [...days].map(([day, some]) => ({
    title: day === today ? t('links.today') : day === yesterday ? t('links.yesterday') : formatDay(new Date(day)),
    visits: some,
  }));
}

export const clockOf = (time: string): string => {
  const date = new Date(time);
  return `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`;
};
