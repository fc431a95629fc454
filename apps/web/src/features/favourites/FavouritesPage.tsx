import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StarOff } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { previewKindOf, type Favourite } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { cleared, nothing, type Selection } from '../../ui/data-table/selection.ts';
import { EmptyState, ErrorState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ChoiceMenu } from '../everywhere/ChoiceMenu.tsx';
import { FilterBox } from '../files/FilterBox.tsx';
import { refusal } from '../files/file-menu.tsx';
import { folderAddress, locationAddress } from '../files/item-address.ts';
import { startDownload } from '../files/start-download.ts';
import { TypeMenu } from '../files/TypeMenu.tsx';
import { usePreviewed } from '../preview/use-previewed.ts';
import { toggleCollected } from './favourite-actions.ts';
import { favouriteColumns, favouritePhoneRow } from './favourite-columns.tsx';
import { readFavouriteFilter, writeFavouriteFilter, type FavouriteFilter } from './favourite-filter.ts';
import { favouriteEntries } from './favourite-menu.tsx';
import { favouritePage } from './favourite-queries.ts';
import styles from './favourites.module.css';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));
const idOf = ({ instance }: Favourite) => instance.instanceId;
const nameOf = ({ instance }: Favourite) => instance.instanceName;
const none: readonly Favourite[] = [];
/** On a phone, where no heads are to press. */
const sorts = [
  { field: 'collectTime', text: 'favourites.collected' },
  { field: 'instanceName', text: 'files.sortName' },
  { field: 'updateTime', text: 'files.sortUpdated' },
  { field: 'fileSize', text: 'files.sortSize' },
] as const;

/** What one has starred, of every space, with the way to where it lies. */
export default function FavouritesPage() {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readFavouriteFilter(address), [address]);
  const page = useQuery(favouritePage(filter));
  const [selection, setSelection] = useState<Selection>(nothing);
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => favouriteColumns(), []);
  const rows = page.data?.items ?? none;
  const instances = useMemo(() => rows.map(({ instance }) => instance), [rows]);
  const [previewed, setPreviewed] = usePreviewed({ items: instances, waits: page.isPending });
  const selected = rows.filter((one) => selection.ids.has(idOf(one)));
  const change = (next: Partial<FavouriteFilter>) => {
    setSelection(nothing);
    setAddress(writeFavouriteFilter({ ...filter, page: 1, ...next }), { replace: next.page === undefined });
  };
  const open = (one: Favourite) => {
    const { instance } = one;
    if (instance.classifierId === 'Folder') return void navigate(folderAddress(instance));
    if (!previewKindOf(instance.instanceName)) return void toast.warning(t('preview.unsupported'));
    const refused = refusal([instance], 'preview', offline);
    if (refused) toast.warning(refused);
    else setPreviewed(instance);
  };
  const remove = (several: readonly Favourite[]) => {
    if (offline) return void toast.warning(t('files.offlineReason'));
    if (several.length === 0) return void toast.warning(t('favourites.selectFirst'));
    setSelection(cleared(selection));
    void toggleCollected(several.map(({ instance }) => instance));
  };
  const doings = {
    open,
    locate: ({ instance }: Favourite) => void navigate(locationAddress(instance)),
    download: (several: Favourite[]) => void startDownload(several.map(({ instance }) => instance)),
    remove,
  };
  const chosenWith = (one: Favourite) => (selection.ids.has(idOf(one)) && selected.length > 1 ? selected : [one]);
  const onOtherKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    remove(selected.length > 0 ? selected : rows.filter((one) => idOf(one) === selection.focus));
  };
  const filtered = filter.keyword !== '' || filter.type !== null;
  const empty = filtered ? (
    <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => change({ keyword: '', type: null })} />
  ) : filter.page > 1 && page.data && page.data.total > 0 ? (
    <NothingFound onClear={() => change({})} />
  ) : (
    <EmptyState
      object="folder"
      title={t('favourites.emptyTitle')}
      text={t(phone ? 'favourites.emptyTextPhone' : 'favourites.emptyText')}
      action={
        <Button variant="default" onClick={() => void navigate('/personalFile')}>
          {t('favourites.goFiles')}
        </Button>
      }
    />
  );
  return (
    <Sheet className={styles.screen}>
      {phone ? (
        // The top bar shows it.
        <VisuallyHidden component="h1">{t('favourites.title')}</VisuallyHidden>
      ) : (
        <header className={styles.top}>
          <h1>{t('favourites.title')}</h1>
        </header>
      )}
      <div className={styles.tools}>
        <TypeMenu type={filter.type} folders onType={(type) => change({ type })} />
        <span className={styles.grow} />
        {!phone && <FilterBox keyword={filter.keyword} label={t('favourites.find')} onKeyword={(keyword) => change({ keyword })} />}
        {phone && selected.length === 0 ? (
          <ChoiceMenu<FavouriteFilter['sortField']>
            label={t('favourites.collected')}
            value={filter.sortField}
            usual="collectTime"
            choices={sorts.map(({ field, text }) => ({ value: field, text: t(text) }))}
            onChoose={(sortField) => sortField && change({ sortField, sortOrder: sortField === 'instanceName' ? 'asc' : 'desc' })}
          />
        ) : (
          <Button
            variant="default"
            size={phone ? 'lg' : 'xs'}
            leftSection={<StarOff size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => remove(selected)}
          >
            {t('favourites.remove')}
          </Button>
        )}
      </div>
      <DataTable
        label={t('favourites.listLabel')}
        rows={rows}
        rowId={idOf}
        rowName={nameOf}
        columns={columns}
        phone={favouritePhoneRow}
        selectable
        ownTools
        selection={selection}
        onSelection={setSelection}
        status={page.isPending ? 'loading' : page.isError && !page.data ? 'error' : 'ready'}
        error={<ErrorState error={page.error} onRetry={() => void page.refetch()} />}
        empty={empty}
        sort={{ field: filter.sortField, order: filter.sortOrder }}
        onSort={(sort) => change({ sortField: sort.field as FavouriteFilter['sortField'], sortOrder: sort.order })}
        page={{
          page: filter.page,
          pageSize: filter.pageSize,
          total: page.data?.total ?? 0,
          onPage: (next) => change({ page: next }),
          onPageSize: (size) => change({ pageSize: size as FavouriteFilter['pageSize'] }),
        }}
        entries={(one) => favouriteEntries(chosenWith(one), offline, doings)}
        onOpen={open}
        onBulkDelete={remove}
        onOtherKey={onOtherKey}
      />
      {previewed && (
        <Suspense>
          <PreviewOverlay
            item={previewed}
            neighbours={instances.filter(({ instanceName }) => previewKindOf(instanceName))}
            onItem={setPreviewed}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </Sheet>
  );
}
