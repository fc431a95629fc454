import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StarOff } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Favourite, Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { pagedTable, sortedTable } from '../../ui/data-table/paged-table.tsx';
import { useChosen } from '../../ui/data-table/use-chosen.ts';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { Grow, ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { FilterBox } from '../../items/FilterBox.tsx';
import { gatheredEntries } from '../../items/gathered-menu.tsx';
import { folderAddress, locationAddress } from '../../items/item-address.ts';
import { previewOrSay } from '../../items/preview-or-say.ts';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { usePreview } from '../item-list/use-preview.tsx';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { favouriteColumns, favouritePhoneRow } from './favourite-columns.tsx';
import { readFavouriteFilter, writeFavouriteFilter, type FavouriteFilter } from './favourite-filter.ts';
import { favouritePage } from './favourite-queries.ts';

const idOf = ({ instance }: Favourite) => instance.instanceId;
const nameOf = ({ instance }: Favourite) => instance.instanceName;
const itemOf = ({ instance }: Favourite) => instance;
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
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => favouriteColumns(), []);
  const change = (next: Partial<FavouriteFilter>) => {
    chosen.forget();
    setAddress(writeFavouriteFilter({ ...filter, page: 1, ...next }), { replace: next.page === undefined });
  };
  const table = pagedTable(page, filter, change);
  const chosen = useChosen(table.rows, idOf);
  const { selected } = chosen;
  const { preview, overlay } = usePreview({ items: useMemo(() => table.rows.map(itemOf), [table.rows]), waits: page.isPending });
  const open = ({ instance }: Favourite) => {
    if (instance.classifierId === 'Folder') void navigate(folderAddress(instance));
    else previewOrSay(instance, offline, preview);
  };
  const remove = (items: readonly Instance[]) => {
    if (offline) return void toast.warning(t('files.offlineReason'));
    if (items.length === 0) return void toast.warning(t('favourites.selectFirst'));
    chosen.clear();
    void toggleCollected(items);
  };
  const entries = (one: Favourite) =>
    gatheredEntries(chosen.chosenWith(one).map(itemOf), offline, {
      open: () => open(one),
      locate: (item) => void navigate(locationAddress(item)),
      download: (items) => void startDownload(items),
      collect: remove,
    });
  const filtered = filter.keyword !== '' || filter.type !== null;
  const empty = filtered ? (
    <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => change({ keyword: '', type: null })} />
  ) : filter.page > 1 && table.page.total > 0 ? (
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
  const tools = (
    <>
      <TypeMenu type={filter.type} folders onType={(type) => change({ type })} />
      <Grow />
      {!phone && <FilterBox keyword={filter.keyword} label={t('favourites.find')} onKeyword={(keyword) => change({ keyword })} />}
      {phone && selected.length === 0 ? (
        <ChoiceMenu
          plain
          label={t('favourites.collected')}
          value={filter.sortField}
          usual="collectTime"
          choices={sorts.map(({ field, text }) => ({ value: field, text: t(text) }))}
          onChoose={(sortField) => change({ sortField, sortOrder: sortField === 'instanceName' ? 'asc' : 'desc' })}
        />
      ) : (
        <Button
          variant="default"
          size={phone ? 'lg' : 'xs'}
          leftSection={<StarOff size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => remove(selected.map(itemOf))}
        >
          {t('favourites.remove')}
        </Button>
      )}
    </>
  );
  return (
    <ListScreen title={t('favourites.title')} tools={tools}>
      <DataTable
        {...table}
        {...sortedTable(filter, change)}
        {...chosen.table}
        label={t('favourites.listLabel')}
        rowName={nameOf}
        columns={columns}
        phone={favouritePhoneRow}
        empty={empty}
        entries={entries}
        onOpen={open}
        onBulkDelete={(rows) => remove(rows.map(itemOf))}
        onOtherKey={fileKeys({ star: () => remove(chosen.chosenOrFocused().map(itemOf)) })}
      />
      {overlay}
    </ListScreen>
  );
}
