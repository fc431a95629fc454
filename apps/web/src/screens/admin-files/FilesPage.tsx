import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link2Off, ShieldAlert, Trash2, UsersRound } from 'lucide-react';
import { useMemo, useState } from 'react';
import { limits, type AdminItem, type FileLook, type ManagedDeed, type ManagedFile, type Sensitivity } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { InfoLine } from '../../ui/info-line/InfoLine.tsx';
import { FilterBox } from '../../ui/list-screen/FilterBox.tsx';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { LevelDialog } from './LevelDialog.tsx';
import { LookDialog } from './LookDialog.tsx';
import { LookedFile } from './LookedFile.tsx';
import { ChangeAll } from './ChangeAll.tsx';
import { FoundTask } from './FoundTask.tsx';
import { beginLook, changeFound, downloadLooked, endSharing, removeFiles, setLevel } from './managed-actions.ts';
import { managedColumns, managedPhoneRow } from './managed-columns.tsx';
import { isNarrowed, readManagedFilter, widest, writeManagedFilter } from './managed-filter.ts';
import { managedEntries, type ManagedActions } from './managed-menu.tsx';
import { managedPage } from './managed-query.ts';
import { ManagedTools } from './ManagedTools.tsx';

const idOf = ({ instanceId }: ManagedFile): string => instanceId;
const nameOf = ({ instanceName }: ManagedFile) => instanceName;
const none: readonly ManagedFile[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const inAddress = { read: readManagedFilter, write: writeManagedFilter };

/** Files of all spaces, found by name. Their names are free to administrators, their contents only for a reason. */
export default function FilesPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const found = useQuery(managedPage(filter));
  const list = useItemList({ query: found, filter, onFilter, idOf });
  const { chosen } = list;
  const { selected } = chosen;
  const [asks, setAsks] = useState<{ item: ManagedFile; downloads: boolean } | null>(null);
  const [open, setOpen] = useState<{ item: ManagedFile; look: FileLook; downloads: boolean } | null>(null);
  const [levelsAll, setLevelsAll] = useState(false);
  const [taskId, setTaskId] = useState<string | null>(null);
  const [leveled, setLeveled] = useState(none);
  const [phone, offline] = [usePhone(), !useOnline()];
  const user = useCurrentUser();
  const held: readonly AdminItem[] = user?.adminItems ?? [];
  const columns = useMemo(() => managedColumns(), []);
  const narrowed = isNarrowed(filter);
  const { cut = false, since = null } = found.data ?? {};

  const begun = (item: ManagedFile, downloads: boolean, look: FileLook): void => {
    setAsks(null);
    if (downloads && item.classifierId === 'File') void downloadLooked(item, look);
    else setOpen({ item, look, downloads });
  };
  /** What is one's own asks nothing, unless one may not open it. */
  const ask = async (item: ManagedFile, downloads: boolean): Promise<void> => {
    const takes = downloads || (item.classifierId === 'Folder' && held.includes('files.download'));
    const own = item.owner.userId === user?.userId ? await beginLook(item, takes, {}) : null;
    if (own && !('refused' in own)) begun(item, takes, own);
    else setAsks({ item, downloads });
  };
  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const actions: ManagedActions = {
    look: (item) => void ask(item, false),
    download: (item) => void ask(item, true),
    ownedBy: (item) => list.change({ ownerId: item.owner.userId }),
    level: setLeveled,
    endShares: (items) => void done(endSharing(items, 'shares')),
    endLinks: (items) => void done(endSharing(items, 'links')),
    remove: (items) => void done(removeFiles(items)),
  };
  const changeAll = async (deed: ManagedDeed, level?: Sensitivity): Promise<void> => {
    const begunTask = await changeFound(filter, deed, level);
    if (begunTask !== null) setTaskId(begunTask);
  };
  const [owned] = list.table.rows;
  const n = list.table.page.total;
  return (
    <ItemListScreen
      title={t('adminFiles.title')}
      list={list}
      label={t('adminFiles.title')}
      rowName={nameOf}
      columns={columns}
      phone={managedPhoneRow}
      tools={
        <>
          <FilterBox wide keyword={filter.keyword} label={t('adminFiles.find')} onKeyword={(keyword) => list.change({ keyword })} />
          {/* What is done with a selection takes their place: both do not fit into one line. */}
          {(phone || selected.length === 0) && <ManagedTools filter={filter} ownerName={owned?.owner.name ?? ''} change={list.change} />}
        </>
      }
      above={
        <>
          {taskId !== null && <FoundTask taskId={taskId} onClose={() => setTaskId(null)} />}
          {narrowed && n > 0 && (
            <InfoLine warns={cut || since !== null}>
              <span>
                {cut
                  ? t('adminFiles.onlyLatest', { n: limits.filesManaged })
                  : since !== null
                    ? t('adminFiles.onlySince', { time: formatTime(since) })
                    : t('adminFiles.found', { n, most: limits.filesManaged })}
              </span>
              <ChangeAll
                held={held}
                offline={offline}
                onDeed={(deed) => (deed === 'setSensitivity' ? setLevelsAll(true) : void changeAll(deed))}
              />
            </InfoLine>
          )}
        </>
      }
      widened={narrowed ? { ...widest } : null}
      bulk={selected.length > 0 && <BulkActions items={selected} phone={phone} held={held} offline={offline} actions={actions} />}
      empty={<EmptyState object="lens" title={t('adminFiles.emptyTitle')} text={t('adminFiles.emptyText')} />}
      entries={(item) => managedEntries(item, chosen.chosenWith(item), { held, offline }, actions)}
      {...(held.includes('files.look') && { onOpen: actions.look })}
      {...(held.includes('files.remove') && { onBulkDelete: actions.remove })}
      counts={t('adminFiles.counted', { n })}
    >
      {asks && found.data && (
        <LookDialog
          item={asks.item}
          downloads={asks.downloads}
          terms={found.data.looks}
          mayDownload={held.includes('files.download')}
          onLook={(look, downloads) => begun(asks.item, downloads, look)}
          onClose={() => setAsks(null)}
        />
      )}
      {open && <LookedFile {...open} onClose={() => setOpen(null)} />}
      {levelsAll && (
        <LevelDialog
          items={list.table.rows}
          all
          onClose={() => setLevelsAll(false)}
          onPick={(level) => {
            setLevelsAll(false);
            void changeAll('setSensitivity', level);
          }}
        />
      )}
      {leveled.length > 0 && (
        <LevelDialog
          items={leveled}
          onClose={() => setLeveled(none)}
          onPick={(level) => {
            setLeveled(none);
            void done(setLevel(leveled, level));
          }}
        />
      )}
    </ItemListScreen>
  );
}

interface BulkActionsProps {
  items: readonly ManagedFile[];
  phone: boolean;
  held: readonly AdminItem[];
  offline: boolean;
  actions: ManagedActions;
}

function BulkActions({ items, phone, held, offline, actions }: BulkActionsProps) {
  const shared = { variant: 'default', size: phone ? 'lg' : 'xs' } as const;
  return (
    <>
      {held.includes('files.sensitivity') && (
        <Button {...shared} disabled={offline} leftSection={<ShieldAlert {...icon} />} onClick={() => actions.level(items)}>
          {t('adminFiles.setLevel')}
        </Button>
      )}
      {held.includes('files.endSharing') && !phone && (
        <>
          <Button
            {...shared}
            disabled={offline || items.every(({ sharedWith }) => sharedWith === 0)}
            leftSection={<UsersRound {...icon} />}
            onClick={() => actions.endShares(items)}
          >
            {t('adminFiles.endShares')}
          </Button>
          <Button
            {...shared}
            disabled={offline || items.every(({ links }) => links === 0)}
            leftSection={<Link2Off {...icon} />}
            onClick={() => actions.endLinks(items)}
          >
            {t('adminFiles.endLinks')}
          </Button>
        </>
      )}
      {held.includes('files.remove') && (
        <Button {...shared} color="red" disabled={offline} leftSection={<Trash2 {...icon} />} onClick={() => actions.remove(items)}>
          {t('adminFiles.remove')}
        </Button>
      )}
    </>
  );
}
