import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderOpen, MapPin } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits, previewKindOf, type FoundInstance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState, ErrorState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { may } from '../files/file-menu.tsx';
import { usePreviewed } from '../preview/use-previewed.ts';
import { addressOfFound, placeOfFound } from './found-address.ts';
import { foundColumns, foundPhoneRow } from './found-columns.tsx';
import { firstSearch, isNarrowed, readSearch, writeSearch, type SearchFilter } from './search-filter.ts';
import { searchPage } from './search-queries.ts';
import { SearchTools } from './SearchTools.tsx';
import styles from './search.module.css';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));
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
  const items = page.data?.items ?? none;
  const [previewed, setPreviewed] = usePreviewed({ items, waits: page.isPending });
  const total = page.data?.total ?? 0;
  usePageTitle(filter.keyword === '' ? null : t('search.resultsFor', { query: filter.keyword }));

  const change = (next: Partial<SearchFilter>) => {
    const changed = { page: 1, ...next };
    setAddress(writeSearch({ ...filter, ...changed }), { replace: changed.page === filter.page });
  };
  const previewable = useMemo(
    () => items.filter((item) => item.classifierId === 'File' && previewKindOf(item.instanceName) && may(item, 'preview')),
    [items],
  );
  const open = (item: FoundInstance) => {
    if (previewable.includes(item)) setPreviewed(item);
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
    <Sheet className={styles.page}>
      {phone ? (
        // The top bar shows it.
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
      ) : (
        <header className={styles.top}>
          <h1>{title}</h1>
        </header>
      )}
      <SearchTools filter={filter} tags={items.flatMap((item) => item.tags)} onChange={change} />
      <div className={styles.found} aria-busy={page.isFetching || undefined}>
        <DataTable
          label={t('search.results')}
          rows={asked ? items : none}
          rowId={idOf}
          rowName={nameOf}
          columns={foundColumns}
          phone={foundPhoneRow}
          status={!asked ? 'ready' : page.isPending ? 'loading' : page.isError && !page.data ? 'error' : 'ready'}
          error={<ErrorState error={page.error} onRetry={() => void page.refetch()} />}
          empty={empty}
          entries={entries}
          onOpen={open}
          page={{
            page: filter.page,
            pageSize: filter.pageSize,
            total,
            onPage: (next) => change({ page: next }),
            onPageSize: (size) => change({ pageSize: size as SearchFilter['pageSize'] }),
          }}
          counts={counts}
        />
      </div>
      {isNarrowed(filter) && phone && items.length > 0 && (
        <Button variant="subtle" size="lg" onClick={() => setAddress(writeSearch({ ...firstSearch, keyword: filter.keyword }))}>
          {t('common.clearFilters')}
        </Button>
      )}
      {previewed && (
        <Suspense>
          <PreviewOverlay item={previewed} neighbours={previewable} onItem={setPreviewed} onClose={() => setPreviewed(null)} />
        </Suspense>
      )}
    </Sheet>
  );
}
