import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits, type Instance } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { pagedTable, sortedTable } from '../../ui/data-table/paged-table.tsx';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { useChosen } from '../../ui/data-table/use-chosen.ts';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { Grow, ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { removeChosen, starChosen } from '../item-list/chosen-actions.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { FilterBox } from '../../items/FilterBox.tsx';
import { gatheredEntries } from '../../items/gathered-menu.tsx';
import { locationAddress } from '../../items/item-address.ts';
import { previewOrSay } from '../../items/preview-or-say.ts';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { usePreview } from '../item-list/use-preview.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { allFilesColumns, allFilesPhoneRow } from './all-files-columns.tsx';
import {
  ageSteps,
  allFilesSorts,
  firstAllFiles,
  isNarrowed,
  readAllFilesFilter,
  sizeSteps,
  writeAllFilesFilter,
  type AllFilesFilter,
} from './all-files-filter.ts';
import { allFiles } from './all-files-query.ts';

const idOf = (item: Instance) => item.instanceId;
const nameOf = (item: Instance) => item.instanceName;
/** As the largest come first, so do those untouched the longest. */
const sortTexts = {
  fileSize: 'files.sortSize',
  updateTime: 'files.sortUpdated',
  instanceName: 'files.sortName',
  category: 'files.sortCategory',
} as const;
const ageTexts = { 30: 'allFiles.olderMonth', 182: 'allFiles.olderHalfYear', 365: 'allFiles.olderYear' } as const;

/** All of one's own files, of every folder, as one table: for finding what is big or old. */
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
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readAllFilesFilter(address), [address]);
  const page = useQuery(allFiles(rootId, filter));
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => allFilesColumns((item) => void navigate(locationAddress(item))), [navigate]);
  const change = (next: Partial<AllFilesFilter>) => {
    chosen.forget();
    setAddress(writeAllFilesFilter({ ...filter, page: 1, ...next }), { replace: next.page === undefined });
  };
  const table = pagedTable(page, filter, change);
  const chosen = useChosen(table.rows, idOf);
  const { selected } = chosen;
  const { preview, overlay } = usePreview({ items: table.rows, waits: page.isPending });
  const { total } = table.page;
  const open = (item: Instance) => previewOrSay(item, offline, preview);
  const remove = async (items: readonly Instance[]) => {
    if (await removeChosen(items, offline)) chosen.clear();
  };
  const entries = (item: Instance) =>
    gatheredEntries(chosen.chosenWith(item), offline, {
      open,
      locate: (one) => void navigate(locationAddress(one)),
      download: (items) => void startDownload(items),
      collect: (items) => void toggleCollected(items),
      remove: (items) => void remove(items),
    });
  const empty =
    isNarrowed(filter) || filter.page > 1 ? (
      <NothingFound
        {...(filter.keyword && { query: filter.keyword })}
        onClear={() => change({ ...firstAllFiles, sortField: filter.sortField, sortOrder: filter.sortOrder })}
      />
    ) : (
      <EmptyState object="folder" title={t('allFiles.emptyTitle')} text={t('allFiles.emptyText')} />
    );
  const counts =
    total >= limits.filesEverywhere ? t('allFiles.countedMore', { n: limits.filesEverywhere }) : t('allFiles.counted', { n: total });
  const tools = (
    <>
      <TypeMenu type={filter.type} onType={(type) => change({ type: type === 'Folder' ? null : type })} />
      <ChoiceMenu
        label={t('allFiles.size')}
        value={filter.sizeMin}
        usual={null}
        choices={[
          { value: null, text: t('allFiles.anySize') },
          ...sizeSteps.map((bytes) => ({ value: bytes, text: t('allFiles.sizeFrom', { size: formatSize(bytes) }) })),
        ]}
        onChoose={(sizeMin) => change({ sizeMin })}
      />
      <ChoiceMenu
        label={t('allFiles.age')}
        value={filter.ageDays}
        usual={null}
        choices={[{ value: null, text: t('allFiles.anyAge') }, ...ageSteps.map((days) => ({ value: days, text: t(ageTexts[days]) }))]}
        onChoose={(ageDays) => change({ ageDays })}
      />
      <FilterBox label={t('allFiles.filter')} keyword={filter.keyword} onKeyword={(keyword) => change({ keyword })} />
      <Grow />
      {phone && selected.length === 0 ? (
        <ChoiceMenu
          plain
          label={t('files.sortedBy', { field: t(sortTexts[firstAllFiles.sortField]) })}
          value={filter.sortField}
          usual={firstAllFiles.sortField}
          choices={allFilesSorts.map((field) => ({ value: field, text: t('files.sortedBy', { field: t(sortTexts[field]) }) }))}
          onChoose={(sortField) => change({ sortField, sortOrder: sortField === 'fileSize' || sortField === 'category' ? 'desc' : 'asc' })}
        />
      ) : (
        <Button
          variant="default"
          color={selected.length > 0 ? 'red' : 'gray'}
          size={phone ? 'lg' : 'xs'}
          leftSection={<Trash2 size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => void remove(selected)}
        >
          {phone ? t('files.remove') : t('files.bulkRemove')}
        </Button>
      )}
    </>
  );
  return (
    <ListScreen title={t('allFiles.title')} hint={t('allFiles.hint')} tools={tools}>
      <DataTable
        {...table}
        {...sortedTable(filter, change)}
        {...chosen.table}
        label={t('files.listLabel')}
        rowName={nameOf}
        columns={columns}
        phone={allFilesPhoneRow}
        empty={empty}
        counts={counts}
        entries={entries}
        onOpen={open}
        onBulkDelete={(rows) => void remove(rows)}
        onOtherKey={fileKeys({ star: () => starChosen(chosen.chosenOrFocused(), offline) })}
      />
      {overlay}
    </ListScreen>
  );
}
