import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { limits, type Instance } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { t } from '../../i18n/index.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { gatheredEntries } from '../../items/gathered-menu.tsx';
import { locationAddress } from '../../items/item-address.ts';
import { previewOrSay } from '../../items/preview-or-say.ts';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { removeChosen, starChosen } from '../item-list/chosen-actions.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { usePreview } from '../item-list/use-preview.tsx';
import { allFilesColumns, allFilesPhoneRow } from './all-files-columns.tsx';
import { AllFilesTools } from './AllFilesTools.tsx';
import { allFilesSorts, readAllFilesFilter, widenedAllFiles, writeAllFilesFilter } from './all-files-filter.ts';
import { allFiles } from './all-files-query.ts';

const idOf = (item: Instance) => item.instanceId;
const nameOf = (item: Instance) => item.instanceName;
const inAddress = { read: readAllFilesFilter, write: writeAllFilesFilter };
const sortTexts = {
  fileSize: 'files.sortSize',
  updateTime: 'files.sortUpdated',
  instanceName: 'files.sortName',
  category: 'files.sortCategory',
} as const;

/** All files of the personal space in one table, for finding large or old ones. */
export default function AllFilesPage() {
  const user = useCurrentUser();
  if (!user)
    return (
      <Sheet aria-busy>
        <TableSkeleton rows={12} phone={false} label={t('common.loading')} />
      </Sheet>
    );
  return <AllFiles key={user.userId} rootId={user.personalRootId} />;
}

function AllFiles({ rootId }: { rootId: string }) {
  const { filter, onFilter } = useListAddress(inAddress);
  const page = useQuery(allFiles(rootId, filter));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen, table } = list;
  const { selected } = chosen;
  const { total } = table.page;
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => allFilesColumns((item) => void navigate(locationAddress(item))), [navigate]);
  const { preview, overlay } = usePreview({ items: table.rows, waits: page.isPending });
  const open = (item: Instance) => previewOrSay(item, offline, preview);
  const remove = async (items: readonly Instance[]) => {
    if (await removeChosen(items, offline)) chosen.clear();
  };
  return (
    <ItemListScreen
      title={t('allFiles.title')}
      hint={t('allFiles.hint')}
      list={list}
      label={t('files.listLabel')}
      rowName={nameOf}
      columns={columns}
      phone={allFilesPhoneRow}
      tools={<AllFilesTools filter={filter} onChange={list.change} />}
      find={t('allFiles.filter')}
      widened={widenedAllFiles(filter)}
      // Sorting by size starts with the largest, sorting by time with the oldest.
      sorts={allFilesSorts.map((field) => ({
        field,
        order: field === 'fileSize' || field === 'category' ? 'desc' : 'asc',
        text: t('files.sortedBy', { field: t(sortTexts[field]) }),
      }))}
      bulk={
        <Button
          variant="default"
          color={selected.length > 0 ? 'red' : 'gray'}
          size={phone ? 'lg' : 'xs'}
          leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void remove(selected)}
        >
          {phone ? t('files.remove') : t('files.bulkRemove')}
        </Button>
      }
      empty={<EmptyState object="folder" title={t('allFiles.emptyTitle')} text={t('allFiles.emptyText')} />}
      counts={
        total >= limits.filesEverywhere ? t('allFiles.countedMore', { n: limits.filesEverywhere }) : t('allFiles.counted', { n: total })
      }
      entries={(item) =>
        gatheredEntries(chosen.chosenWith(item), offline, {
          open,
          locate: (one) => void navigate(locationAddress(one)),
          download: (items) => void startDownload(items),
          collect: (items) => void toggleCollected(items),
          remove: (items) => void remove(items),
        })
      }
      onOpen={open}
      onBulkDelete={(rows) => void remove(rows)}
      onOtherKey={fileKeys({ star: () => starChosen(chosen.chosenOrFocused(), offline) })}
    >
      {overlay}
    </ItemListScreen>
  );
}
