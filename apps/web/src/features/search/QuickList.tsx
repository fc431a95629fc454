/* oxlint-disable jsx-a11y/prefer-tag-over-role -- no element fits a list of options below a field that holds this content */
import { ArrowRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Thumb } from '../../items/Thumb.tsx';
import { wayTo } from './found-place.ts';
import { MarkedName } from '../../ui/marked/Marked.tsx';
import type { QuickRow } from './quick-rows.ts';
import styles from './search.module.css';

interface QuickListProps {
  id: string;
  rows: readonly QuickRow[];
  keyword: string;
  state: 'loading' | 'error' | 'ready';
  active: number;
  touch: boolean;
  onPick(row: QuickRow): void;
}

const titles = { file: 'search.files', folder: 'search.folders', person: 'search.people' } as const;

export function QuickList({ id, rows, keyword, state, active, touch, onPick }: QuickListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active >= 0) list.current?.querySelectorAll('[role="option"]')[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const nothing = state === 'ready' && rows.every(({ kind }) => kind === 'all');
  return (
    <div className={styles.drop} data-touch={touch || undefined}>
      {state === 'loading' && rows.length === 0 && <Skeleton />}
      {state === 'error' && (
        <p role="alert" className={styles.said}>
          {t('common.couldNotLoad')}
        </p>
      )}
      {nothing && (
        <p role="status" className={styles.said}>
          {t('common.nothingFoundFor', { query: keyword })}
        </p>
      )}
      <div id={id} ref={list} role="listbox" aria-label={t('search.results')}>
        {(['file', 'folder', 'person'] as const).map((kind) => {
          const some = rows.flatMap((row, index) => (row.kind === kind ? [{ row, index }] : []));
          return (
            some.length > 0 && (
              <div key={kind} role="group" aria-label={t(titles[kind])}>
                <p className={styles.kind} aria-hidden>
                  {t(titles[kind])}
                </p>
                {some.map(({ row, index }) => (
                  <Option key={index} id={`${id}-${index}`} row={row} selected={index === active} onPick={onPick} />
                ))}
              </div>
            )
          );
        })}
        {!nothing &&
          rows.map(
            (row, index) =>
              row.kind === 'all' && <Option key={index} id={`${id}-${index}`} row={row} selected={index === active} onPick={onPick} />,
          )}
      </div>
    </div>
  );
}

function Option({ id, row, selected, onPick }: { id: string; row: QuickRow; selected: boolean; onPick(row: QuickRow): void }) {
  return (
    // The field keeps the focus and handles the keys.
    <div
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      className={styles.option}
      data-all={row.kind === 'all' || undefined}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onPick(row)}
      onKeyDown={undefined}
    >
      <Face row={row} />
    </div>
  );
}

function Face({ row }: { row: QuickRow }) {
  if (row.kind === 'all')
    return (
      <>
        <span>{t('search.all')}</span>
        <ArrowRight size={15} strokeWidth={1.75} aria-hidden />
      </>
    );
  if (row.kind === 'person') {
    const { person } = row;
    return (
      <>
        <Avatar id={person.userId} name={person.userRealName} size={24} />
        <MarkedName text={person.userRealName} parts={person.nameMatch ? [person.nameMatch] : []} />
        <span className={styles.place}>{[person.userName, person.departmentPath.at(-1)].filter(Boolean).join(' · ')}</span>
      </>
    );
  }
  return (
    <>
      <Thumb item={row.item} size={24} picture={24} />
      <MarkedName text={row.item.instanceName} parts={row.item.nameMatches} />
      <span className={styles.place} title={wayTo(row.item)}>
        {wayTo(row.item)}
      </span>
    </>
  );
}

const Skeleton = () => (
  <div className={styles.skeleton} aria-busy aria-label={t('common.loading')}>
    {[70, 52, 61].map((width) => (
      <i key={width} style={{ width: `${width}%` }} />
    ))}
  </div>
);
