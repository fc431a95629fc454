import type { ReactNode } from 'react';
import type { FoundInstance } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { TimeCell } from '../../ui/data-table/index.ts';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { Thumb } from '../../items/Thumb.tsx';
import { wayTo } from '../../features/search/found-place.ts';
import { MarkedName } from '../../ui/marked/Marked.tsx';
import styles from '../../features/search/search.module.css';

/** The text around a match in the file's content. */
const Snippet = ({ text, matches }: NonNullable<FoundInstance['snippet']>) => (
  <span className={styles.snippet}>
    <MarkedName text={text} parts={matches} />
  </span>
);

const sizeOf = (item: FoundInstance) => (item.classifierId === 'Folder' ? '—' : formatSize(item.fileSize));

/** Sortable columns have the names of the call's fields; `name` renders the name, or the field for renaming it. */
export const foundColumns = (name: (item: FoundInstance) => ReactNode): Column<FoundInstance>[] => [
  {
    id: 'name',
    title: t('files.name'),
    width: 'minmax(0, 3fr)',
    sortable: true,
    primary: true,
    cell: (item) => (
      <>
        <Thumb item={item} size={24} picture={24} />
        {name(item)}
        {item.snippet && <Snippet {...item.snippet} />}
      </>
    ),
  },
  {
    id: 'place',
    title: t('files.location'),
    width: 'minmax(0, 2fr)',
    needs: 620,
    cell: (item) => (
      <span className={styles.way} title={wayTo(item)}>
        {wayTo(item)}
      </span>
    ),
  },
  {
    id: 'creator',
    title: t('search.madeBy'),
    width: '120px',
    needs: 860,
    cell: (item) => <span className={styles.way}>{item.creator}</span>,
  },
  {
    id: 'time',
    title: t('files.updated'),
    width: '148px',
    sortable: true,
    needs: 720,
    cell: (item) => <TimeCell at={item.updateTime} />,
  },
  { id: 'size', title: t('files.size'), width: '92px', sortable: true, align: 'end', cell: sizeOf },
];

const lead = 6;
/** On a narrow line the snippet starts shortly before the first match. */
function ShortSnippet({ text, matches }: NonNullable<FoundInstance['snippet']>) {
  const cut = (matches[0]?.[0] ?? 0) - lead;
  if (cut <= 0) return <MarkedName text={text} parts={matches} />;
  return <MarkedName text={`…${text.slice(cut)}`} parts={matches.map(([from, to]) => [from - cut + 1, to - cut + 1])} />;
}

export const foundPhoneRow =
  (name: (item: FoundInstance) => ReactNode) =>
  (item: FoundInstance): PhoneRow => ({
    icon: <Thumb item={item} size={34} picture={40} />,
    name: name(item),
    facts: item.snippet ? (
      <>
        {item.parentNames.at(-1) ?? wayTo(item)} · <ShortSnippet {...item.snippet} />
      </>
    ) : (
      [wayTo(item), formatTime(item.updateTime)].join(' · ')
    ),
  });
