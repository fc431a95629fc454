import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen, MapPin } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits, previewKindOf, type FoundInstance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { pagedTable } from '../../ui/data-table/paged-table.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { may } from '../files/file-menu.tsx';
import { usePreview } from '../files/use-preview.tsx';
import { addressOfFound, placeOfFound } from './found-address.ts';
import { foundColumns, foundPhoneRow } from './found-columns.tsx';
import { firstSearch, isNarrowed, readSearch, writeSearch, type SearchFilter } from './search-filter.ts';
import { searchPage } from './search-queries.ts';
import { SearchTools } from './SearchTools.tsx';
import styles from './search.module.css';

const idOf = (item: FoundInstance) => item.instanceId;
const nameOf = (item: FoundInstance) => item.instanceName;
const none: readonly FoundInstance[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Everything that was found, page by page. Where it stands is in the address. */
export default function SearchPage() {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readSearch(address), [address]);
  const [today] = useState(() => new Date());
  const page = useQuery(searchPage(filter, today));
  const navigate = useNavigate();
  const phone = usePhone();
  usePageTitle(filter.keyword === '' ? null : t('search.resultsFor', { query: filter.keyword }));

  const change = (next: Partial<SearchFilter>) => {
    const changed = { page: 1, ...next };
    setAddress(writeSearch({ ...filter, ...changed }), { replace: changed.page === filter.page });
  };
  const table = pagedTable(page, filter, change);
  const {
    rows: items,
    page: { total },
  } = table;
  const previewable = useMemo(
    () => items.filter((item) => item.classifierId === 'File' && previewKindOf(item.instanceName) && may(item, 'preview')),
    [items],
  );
  const { preview, overlay } = usePreview({ items: previewable, waits: page.isPending });
  const open = (item: FoundInstance) => {
    if (previewable.includes(item)) preview(item);
    else void navigate(addressOfFound(item));
  };
  const entries = (item: FoundInstance): MenuEntry[] => {
    const place = placeOfFound(item);
    return [
      { id: 'open', label: t('files.open'), icon: <FolderOpen {...icon} />, keys: 'Enter', onClick: () => open(item) },
      {
        id: 'place',
        label: t('search.openPlace'),
        icon: <MapPin {...icon} />,
        quick: true,
        refused: place === null ? t('search.noPlace') : undefined,
        onClick: () => void (place !== null && navigate(place)),
      },
    ];
  };
  const asked = filter.keyword !== '';
  const title = asked ? t('search.resultsFor', { query: filter.keyword }) : t('search.title');
  const empty = !asked ? (
    <EmptyState
      object="lens"
      title={filter.owner ? t('search.askBy', { name: filter.owner.name }) : t('search.ask')}
      text={t('search.askText')}
    />
  ) : filter.page > 1 && total > 0 ? (
    <NothingFound onClear={() => change({ page: 1 })} />
  ) : isNarrowed(filter) ? (
    <NothingFound query={filter.keyword} onClear={() => setAddress(writeSearch({ ...firstSearch, keyword: filter.keyword }))} />
  ) : (
    <EmptyState object="lens" title={t('common.nothingFoundFor', { query: filter.keyword })} text={t('search.nothingText')} />
  );
  const counts = total >= limits.foundInstances ? t('search.manyFound', { n: limits.foundInstances }) : t('files.counted', { n: total });
  return (
    <ListScreen title={title}>
      <SearchTools filter={filter} tags={items.flatMap((item) => item.tags)} onChange={change} />
      <div className={styles.found} aria-busy={page.isFetching || undefined}>
        <DataTable
          {...table}
          label={t('search.results')}
          rows={asked ? items : none}
          rowId={idOf}
          rowName={nameOf}
          columns={foundColumns}
          phone={foundPhoneRow}
          {...(!asked && { status: 'ready' as const })}
          empty={empty}
          entries={entries}
          onOpen={open}
          counts={counts}
        />
      </div>
      {isNarrowed(filter) && phone && items.length > 0 && (
        <Button variant="subtle" size="lg" onClick={() => setAddress(writeSearch({ ...firstSearch, keyword: filter.keyword }))}>
          {t('common.clearFilters')}
        </Button>
      )}
      {overlay}
    </ListScreen>
  );
}
