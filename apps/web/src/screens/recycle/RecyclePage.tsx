import { Button, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, Info, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { everyItem, limits, type RecycledItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { pagedTable, sortedTable } from '../../ui/data-table/paged-table.tsx';
import { useChosen } from '../../ui/data-table/use-chosen.ts';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { FilterBox } from '../../items/FilterBox.tsx';
import { FolderPicker } from '../../features/move-copy/FolderPicker.tsx';
import { clearBin, removeForGood, restoreItems } from './recycle-actions.ts';
import { recycleColumns, recyclePhoneRow } from './recycle-columns.tsx';
import { recyclePage, type RecycleFilter } from '../../features/recycle/recycle-queries.ts';
import styles from './recycle.module.css';

const idOf = (item: RecycledItem) => item.recycleId;
const nameOf = (item: RecycledItem) => item.instanceName;
const none: readonly RecycledItem[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const first = { page: 1, pageSize: limits.defaultPageSize, sortField: 'deleteTime', sortOrder: 'desc', keyword: '' } as const;

/** What was deleted and can still be taken back. */
export default function RecyclePage() {
  const [filter, setFilter] = useState<Required<Omit<RecycleFilter, 'instanceType'>>>(first);
  const { keyword, ...asked } = filter;
  const page = useQuery(recyclePage({ ...asked, ...(keyword !== '' && { keyword }) }));
  const [moved, setMoved] = useState<readonly RecycledItem[]>(none);
  const phone = usePhone();
  const offline = !useOnline();
  const columns = useMemo(() => recycleColumns(), []);
  const change = (next: Partial<typeof filter>): void => {
    chosen.forget();
    setFilter({ ...filter, page: 1, ...next });
  };
  const table = pagedTable(page, filter, change);
  const { total } = table.page;
  const chosen = useChosen(table.rows, idOf);
  const { selected } = chosen;

  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const orSay = (some: readonly RecycledItem[], run: () => void): void => {
    if (offline) toast.warning(t('files.offlineReason'));
    else if (some.length === 0) toast.warning(t('files.selectFirst'));
    else run();
  };
  const restore = (some: readonly RecycledItem[]) => orSay(some, () => void done(restoreItems(some)));
  const restoreTo = (some: readonly RecycledItem[]) => orSay(some, () => setMoved(some));
  const remove = (some: readonly RecycledItem[]) => orSay(some, () => void done(removeForGood(some)));
  const keptFrom = (some: readonly RecycledItem[]): string | undefined =>
    some.every((item) => item.removable) ? undefined : t('recycle.notYours');
  const oneSpace = (some: readonly RecycledItem[]): string | undefined =>
    new Set(some.map((item) => item.spaceRootId)).size > 1 ? t('recycle.severalSpaces') : undefined;

  const entries = (item: RecycledItem): MenuEntry[] => {
    const items = chosen.chosenWith(item);
    const refused = offline ? t('files.offlineReason') : undefined;
    const gone = items.length === 1 && item.originalPath === null ? t('recycle.useMove') : undefined;
    return [
      {
        id: 'restore',
        label: t('recycle.restore'),
        icon: <RotateCcw {...icon} />,
        quick: true,
        refused: refused ?? gone,
        onClick: () => restore(items),
      },
      {
        id: 'restoreTo',
        label: t('recycle.restoreTo'),
        icon: <FolderInput {...icon} />,
        quick: true,
        refused: refused ?? oneSpace(items),
        onClick: () => restoreTo(items),
      },
      {
        id: 'remove',
        label: t('recycle.remove'),
        icon: <Trash2 {...icon} />,
        keys: 'Del',
        danger: true,
        divided: true,
        refused: refused ?? keptFrom(items),
        onClick: () => remove(items),
      },
    ];
  };
  const empty =
    keyword !== '' ? (
      <NothingFound query={keyword} onClear={() => change({ keyword: '' })} />
    ) : total > 0 ? (
      <NothingFound onClear={() => change({})} />
    ) : (
      <EmptyState object="folder" title={t('recycle.emptyTitle')} text={t('recycle.emptyText', { n: limits.recycleDays })} />
    );
  const size = phone ? 'lg' : 'xs';
  const space = moved[0];
  return (
    <Sheet className={styles.screen}>
      <header className={styles.top}>
        {phone ? <VisuallyHidden component="h1">{t('shell.recycleBin')}</VisuallyHidden> : <h1>{t('shell.recycleBin')}</h1>}
        <span className={styles.grow} />
        {selected.length > 0 ? (
          <>
            <Button variant="default" size={size} leftSection={<RotateCcw {...icon} />} onClick={() => restore(selected)}>
              {t('recycle.restoreN', { n: selected.length })}
            </Button>
            {!phone && (
              <Button
                variant="default"
                size={size}
                leftSection={<FolderInput {...icon} />}
                disabled={oneSpace(selected) !== undefined}
                title={oneSpace(selected)}
                onClick={() => restoreTo(selected)}
              >
                {t('recycle.restoreTo')}
              </Button>
            )}
            <Button
              variant="default"
              color="red"
              size={size}
              leftSection={<Trash2 {...icon} />}
              disabled={keptFrom(selected) !== undefined}
              title={keptFrom(selected)}
              onClick={() => remove(selected)}
            >
              {t('recycle.remove')}
            </Button>
          </>
        ) : (
          <>
            {!phone && <FilterBox keyword={keyword} label={t('recycle.find')} onKeyword={(next) => change({ keyword: next })} />}
            {(!phone || total > 0) && (
              <Button
                variant="default"
                color="red"
                size={size}
                leftSection={<Trash2 {...icon} />}
                disabled={total === 0 || offline}
                onClick={() => void done(clearBin(total))}
              >
                {t('recycle.clear')}
              </Button>
            )}
          </>
        )}
      </header>
      <p className={styles.hint}>
        <Info {...icon} />
        {t('recycle.hint', { n: limits.recycleDays })}
      </p>
      <DataTable
        {...table}
        {...sortedTable(filter, change)}
        {...chosen.table}
        label={t('shell.recycleBin')}
        rowName={nameOf}
        columns={columns}
        phone={recyclePhoneRow}
        empty={empty}
        entries={entries}
        onBulkDelete={remove}
      />
      {space && (
        <FolderPicker
          title={t('recycle.restoreToTitle', { name: moved.length === 1 ? space.instanceName : t('files.selected', { n: moved.length }) })}
          confirmLabel={(name) => t('recycle.restoreHere', { name })}
          excluded={new Set()}
          only={{
            instanceId: space.spaceRootId,
            name: space.instanceType === '1' ? t('files.title') : space.spaceName,
            fileAuth: everyItem,
            instanceType: space.instanceType,
          }}
          onPick={(folder) => {
            setMoved(none);
            void done(restoreItems(moved, folder));
          }}
          onClose={() => setMoved(none)}
        />
      )}
    </Sheet>
  );
}
