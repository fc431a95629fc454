import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye, MapPin, Star, StarOff, Trash2 } from 'lucide-react';
import { lazy, Suspense, useMemo, useState, type KeyboardEvent } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { limits, previewKindOf, type Instance } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { cleared, nothing, type Selection } from '../../ui/data-table/selection.ts';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { EmptyState, ErrorState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { toggleCollected } from '../favourites/favourite-actions.ts';
import { removeItems } from '../files/file-actions.ts';
import { collectRefusal, downloadRefusal, refusal } from '../files/file-menu.tsx';
import { locationAddress } from '../files/item-address.ts';
import { startDownload } from '../files/start-download.ts';
import { FilterBox } from '../files/FilterBox.tsx';
import { TypeMenu } from '../files/TypeMenu.tsx';
import { usePreviewed } from '../preview/use-previewed.ts';
import { useCurrentUser } from '../identity/current-user.ts';
import { allFilesColumns, allFilesPhoneRow } from './all-files-columns.tsx';
import {
  ageSteps,
  allFilesSorts,
  firstAllFiles,
  isNarrowed,
  readAllFilesFilter,
  sizeSteps,
  writeAllFilesFilter,
} from './all-files-filter.ts';
import type { AllFilesFilter } from './all-files-filter.ts';
import { allFiles } from './all-files-query.ts';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import styles from './all-files.module.css';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));
const idOf = (item: Instance) => item.instanceId;
const nameOf = (item: Instance) => item.instanceName;
const none: readonly Instance[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
/** As the largest come first, so do those untouched the longest. */
const sortTexts = {
  fileSize: 'files.sortSize',
  updateTime: 'files.sortUpdated',
  instanceName: 'files.sortName',
  category: 'files.sortCategory',
} as const;
const ageTexts = { 30: 'everywhere.olderMonth', 182: 'everywhere.olderHalfYear', 365: 'everywhere.olderYear' } as const;

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
  const [selection, setSelection] = useState<Selection>(nothing);
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const items = page.data?.items ?? none;
  const [previewed, setPreviewed] = usePreviewed({ items, waits: page.isPending });
  const total = page.data?.total ?? 0;
  const columns = useMemo(() => allFilesColumns((item) => void navigate(locationAddress(item))), [navigate]);
  const selected = items.filter((item) => selection.ids.has(item.instanceId));

  const change = (next: Partial<AllFilesFilter>) => {
    setSelection(nothing);
    setAddress(writeAllFilesFilter({ ...filter, page: 1, ...next }), { replace: next.page === undefined });
  };
  const open = (item: Instance) => {
    if (!previewKindOf(item.instanceName)) return void toast.warning(t('preview.unsupported'));
    const refused = refusal([item], 'preview', offline);
    if (refused) toast.warning(refused);
    else setPreviewed(item);
  };
  const remove = async (chosen: readonly Instance[]) => {
    const refused = refusal(chosen, 'delete', offline);
    if (refused) toast.warning(refused);
    else if (chosen.length === 0) toast.warning(t('files.selectFirst'));
    else if (await removeItems(chosen)) setSelection(cleared(selection));
  };
  const entries = (item: Instance): MenuEntry[] => {
    const chosen = selection.ids.has(item.instanceId) && selected.length > 1 ? selected : [item];
    const alone = chosen.length === 1;
    const starred = chosen.every(({ collected }) => collected);
    return [
      ...(alone && previewKindOf(item.instanceName)
        ? [
            {
              id: 'preview',
              label: t('files.preview'),
              icon: <Eye {...icon} />,
              keys: 'Enter',
              refused: refusal(chosen, 'preview', offline),
              onClick: () => open(item),
            },
          ]
        : []),
      {
        id: 'download',
        label: t('files.download'),
        icon: <Download {...icon} />,
        quick: true,
        refused: downloadRefusal(chosen, offline),
        onClick: () => void startDownload(chosen),
      },
      ...(alone
        ? [
            {
              id: 'locate',
              label: t('everywhere.openLocation'),
              icon: <MapPin {...icon} />,
              quick: true,
              onClick: () => void navigate(locationAddress(item)),
            },
          ]
        : []),
      {
        id: 'collect',
        label: starred ? t('favourites.remove') : t('favourites.add'),
        icon: starred ? <StarOff {...icon} /> : <Star {...icon} />,
        keys: 'S',
        refused: collectRefusal(chosen, offline),
        onClick: () => void toggleCollected(chosen),
      },
      {
        id: 'remove',
        label: t('files.remove'),
        icon: <Trash2 {...icon} />,
        keys: 'Del',
        danger: true,
        divided: true,
        refused: refusal(chosen, 'delete', offline),
        onClick: () => void remove(chosen),
      },
    ];
  };
  const onOtherKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    const chosen = selected.length > 0 ? selected : items.filter((item) => item.instanceId === selection.focus);
    const refused = collectRefusal(chosen, offline);
    if (refused) toast.warning(refused);
    else void toggleCollected(chosen);
  };
  const empty =
    isNarrowed(filter) || filter.page > 1 ? (
      <NothingFound
        {...(filter.keyword && { query: filter.keyword })}
        onClear={() => change({ ...firstAllFiles, sortField: filter.sortField, sortOrder: filter.sortOrder })}
      />
    ) : (
      <EmptyState object="folder" title={t('everywhere.emptyTitle')} text={t('everywhere.emptyText')} />
    );
  const counts =
    total >= limits.filesEverywhere ? t('everywhere.countedMore', { n: limits.filesEverywhere }) : t('everywhere.counted', { n: total });
  return (
    <Sheet className={styles.screen}>
      {phone ? (
        // The top bar shows it.
        <VisuallyHidden component="h1">{t('everywhere.title')}</VisuallyHidden>
      ) : (
        <header className={styles.top}>
          <h1>{t('everywhere.title')}</h1>
          <span className={styles.hint}>{t('everywhere.hint')}</span>
        </header>
      )}
      <div className={styles.tools}>
        <TypeMenu type={filter.type} onType={(type) => change({ type: type === 'Folder' ? null : type })} />
        <ChoiceMenu
          label={t('everywhere.size')}
          value={filter.sizeMin}
          choices={[
            { value: null, text: t('everywhere.anySize') },
            ...sizeSteps.map((bytes) => ({ value: bytes, text: t('everywhere.sizeFrom', { size: formatSize(bytes) }) })),
          ]}
          onChoose={(sizeMin) => change({ sizeMin })}
        />
        <ChoiceMenu
          label={t('everywhere.age')}
          value={filter.ageDays}
          choices={[{ value: null, text: t('everywhere.anyAge') }, ...ageSteps.map((days) => ({ value: days, text: t(ageTexts[days]) }))]}
          onChoose={(ageDays) => change({ ageDays })}
        />
        <FilterBox label={t('everywhere.filter')} keyword={filter.keyword} onKeyword={(keyword) => change({ keyword })} />
        <span className={styles.grow} />
        {phone && selected.length === 0 ? (
          <ChoiceMenu
            label={t('files.sortedBy', { field: t(sortTexts[firstAllFiles.sortField]) })}
            value={filter.sortField}
            usual={firstAllFiles.sortField}
            choices={allFilesSorts.map((field) => ({ value: field, text: t('files.sortedBy', { field: t(sortTexts[field]) }) }))}
            onChoose={(sortField) =>
              sortField && change({ sortField, sortOrder: sortField === 'fileSize' || sortField === 'category' ? 'desc' : 'asc' })
            }
          />
        ) : (
          <Button
            variant="default"
            color="red"
            size={phone ? 'lg' : 'xs'}
            leftSection={<Trash2 {...icon} />}
            onClick={() => void remove(selected)}
          >
            {phone ? t('files.remove') : t('files.bulkRemove')}
          </Button>
        )}
      </div>
      <DataTable
        label={t('files.listLabel')}
        rows={items}
        rowId={idOf}
        rowName={nameOf}
        columns={columns}
        phone={allFilesPhoneRow}
        selectable
        ownTools
        selection={selection}
        onSelection={setSelection}
        status={page.isPending ? 'loading' : page.isError && !page.data ? 'error' : 'ready'}
        error={<ErrorState error={page.error} onRetry={() => void page.refetch()} />}
        empty={empty}
        sort={{ field: filter.sortField, order: filter.sortOrder }}
        onSort={(sort) => change({ sortField: sort.field as AllFilesFilter['sortField'], sortOrder: sort.order })}
        page={{
          page: filter.page,
          pageSize: filter.pageSize,
          total,
          onPage: (next) => change({ page: next }),
          onPageSize: (size) => change({ pageSize: size as AllFilesFilter['pageSize'] }),
        }}
        counts={counts}
        entries={entries}
        onOpen={open}
        onBulkDelete={(rows) => void remove(rows)}
        onOtherKey={onOtherKey}
      />
      {previewed && (
        <Suspense>
          <PreviewOverlay
            item={previewed}
            neighbours={items.filter((item) => previewKindOf(item.instanceName))}
            onItem={setPreviewed}
            onClose={() => setPreviewed(null)}
          />
        </Suspense>
      )}
    </Sheet>
  );
}
