import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { everyItem, type RecycledItem, instanceTypes } from '@alcove/contract';
import { allowed } from '../../api/current-user.ts';
import { FolderPicker } from '../../features/move-copy/FolderPicker.tsx';
import { t } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { clearBin, removeForGood, restoreItems } from './recycle-actions.ts';
import { recycleColumns, recyclePhoneRow } from './recycle-columns.tsx';
import { readRecycleFilter, writeRecycleFilter } from './recycle-filter.ts';
import { recycleEntries, removeRefusal, restoreToRefusal, type RecycleActions } from './recycle-menu.tsx';
import { recyclePage } from './recycle-query.ts';

const idOf = (item: RecycledItem) => item.recycleId;
const nameOf = (item: RecycledItem) => item.instanceName;
const none: readonly RecycledItem[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const inAddress = { read: readRecycleFilter, write: writeRecycleFilter };

/** Deleted items that can still be restored. */
export default function RecyclePage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const page = useQuery(recyclePage(filter));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen } = list;
  const { selected } = chosen;
  const { total } = list.table.page;
  const [moved, setMoved] = useState<readonly RecycledItem[]>(none);
  const phone = usePhone();
  const offline = !useOnline();
  const columns = useMemo(() => recycleColumns(), []);

  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const orSay = (items: readonly RecycledItem[], run: () => void): void => {
    if (offline) toast.warning(t('files.offlineReason'));
    else if (items.length === 0) toast.warning(t('files.selectFirst'));
    else run();
  };
  const actions: RecycleActions = {
    restore: (items) => orSay(items, () => void done(restoreItems(items))),
    restoreTo: (items) => orSay(items, () => setMoved(items)),
    remove: (items) => orSay(items, () => void done(removeForGood(items))),
  };
  const size = phone ? 'lg' : 'xs';
  return (
    <ItemListScreen
      title={t('shell.recycleBin')}
      hint={t('recycle.hint', { n: allowed().recycleDays })}
      list={list}
      label={t('shell.recycleBin')}
      rowName={nameOf}
      columns={columns}
      phone={recyclePhoneRow}
      find={t('recycle.find')}
      sorts={[
        { field: 'deleteTime', order: 'desc', text: t('recycle.deleted') },
        { field: 'instanceName', order: 'asc', text: t('files.sortName') },
        { field: 'fileSize', order: 'desc', text: t('files.sortSize') },
      ]}
      bulk={selected.length > 0 && <BulkActions items={selected} phone={phone} actions={actions} />}
      whole={
        selected.length === 0 &&
        (!phone || total > 0) && (
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
        )
      }
      empty={<EmptyState object="folder" title={t('recycle.emptyTitle')} text={t('recycle.emptyText', { n: allowed().recycleDays })} />}
      entries={(item) => recycleEntries(chosen.chosenWith(item), offline, actions)}
      onBulkDelete={actions.remove}
    >
      <RestoreTo
        items={moved}
        onClose={() => setMoved(none)}
        onPick={(folder) => {
          setMoved(none);
          void done(restoreItems(moved, folder));
        }}
      />
    </ItemListScreen>
  );
}

function BulkActions({ items, phone, actions }: { items: readonly RecycledItem[]; phone: boolean; actions: RecycleActions }) {
  const size = phone ? 'lg' : 'xs';
  const kept = removeRefusal(items);
  const several = restoreToRefusal(items);
  return (
    <>
      <Button variant="default" size={size} leftSection={<RotateCcw {...icon} />} onClick={() => actions.restore(items)}>
        {t('recycle.restoreN', { n: items.length })}
      </Button>
      {!phone && (
        <Button
          variant="default"
          size={size}
          leftSection={<FolderInput {...icon} />}
          disabled={several !== undefined}
          title={several}
          onClick={() => actions.restoreTo(items)}
        >
          {t('recycle.restoreTo')}
        </Button>
      )}
      <Button
        variant="default"
        color="red"
        size={size}
        leftSection={<Trash2 {...icon} />}
        disabled={kept !== undefined}
        title={kept}
        onClick={() => actions.remove(items)}
      >
        {t('recycle.remove')}
      </Button>
    </>
  );
}

interface RestoreToProps {
  /** All of one space; empty while the dialog is closed. */
  items: readonly RecycledItem[];
  onPick(folder: Parameters<typeof restoreItems>[1]): void;
  onClose(): void;
}

function RestoreTo({ items, onPick, onClose }: RestoreToProps) {
  const [first] = items;
  if (!first) return null;
  return (
    <FolderPicker
      title={t('recycle.restoreToTitle', { name: items.length === 1 ? first.instanceName : t('files.selected', { n: items.length }) })}
      confirmLabel={(name) => t('recycle.restoreHere', { name })}
      excluded={new Set()}
      only={{
        instanceId: first.spaceRootId,
        name: first.instanceType === instanceTypes.personal ? t('files.title') : first.spaceName,
        fileAuth: everyItem,
        instanceType: first.instanceType,
      }}
      onPick={onPick}
      onClose={onClose}
    />
  );
}
