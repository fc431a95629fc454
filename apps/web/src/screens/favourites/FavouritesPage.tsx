import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StarOff } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import type { Favourite, Instance } from '@alcove/contract';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { t } from '../../i18n/index.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { gatheredEntries } from '../../items/gathered-menu.tsx';
import { folderAddress, locationAddress } from '../../items/item-address.ts';
import { previewOrSay } from '../../items/preview-or-say.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { usePreview } from '../item-list/use-preview.tsx';
import { favouriteColumns, favouritePhoneRow } from './favourite-columns.tsx';
import { readFavouriteFilter, writeFavouriteFilter } from './favourite-filter.ts';
import { favouritePage } from './favourite-queries.ts';

const idOf = ({ instance }: Favourite) => instance.instanceId;
const nameOf = ({ instance }: Favourite) => instance.instanceName;
const itemOf = ({ instance }: Favourite) => instance;
const inAddress = { read: readFavouriteFilter, write: writeFavouriteFilter };

/** The reader's favorites from all spaces, with a link to each one's location. */
export default function FavouritesPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const page = useQuery(favouritePage(filter));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen, table } = list;
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => favouriteColumns(), []);
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
  return (
    <ItemListScreen
      title={t('favourites.title')}
      list={list}
      label={t('favourites.listLabel')}
      rowName={nameOf}
      columns={columns}
      phone={favouritePhoneRow}
      tools={<TypeMenu type={filter.type} folders onType={(type) => list.change({ type })} />}
      find={t('favourites.find')}
      widened={filter.type === null && filter.keyword === '' ? null : { type: null, keyword: '' }}
      sorts={[
        { field: 'collectTime', order: 'desc', text: t('favourites.collected') },
        { field: 'instanceName', order: 'asc', text: t('files.sortName') },
        { field: 'updateTime', order: 'desc', text: t('files.sortUpdated') },
        { field: 'fileSize', order: 'desc', text: t('files.sortSize') },
      ]}
      bulk={
        <Button
          variant="default"
          size={phone ? 'lg' : 'xs'}
          leftSection={<StarOff size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => remove(chosen.selected.map(itemOf))}
        >
          {t('favourites.remove')}
        </Button>
      }
      empty={
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
      }
      entries={(one) =>
        gatheredEntries(chosen.chosenWith(one).map(itemOf), offline, {
          open: () => open(one),
          locate: (item) => void navigate(locationAddress(item)),
          download: (items) => void startDownload(items),
          collect: remove,
        })
      }
      onOpen={open}
      onBulkDelete={(rows) => remove(rows.map(itemOf))}
      onOtherKey={fileKeys({ star: () => remove(chosen.chosenOrFocused().map(itemOf)) })}
    >
      {overlay}
    </ItemListScreen>
  );
}
