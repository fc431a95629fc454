import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Eye, MapPin } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { LogEntry } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ChainFault, ChainState } from './ChainState.tsx';
import { EntryDrawer } from './EntryDrawer.tsx';
import { ExportDialog, exportLog } from './ExportDialog.tsx';
import { LogChart } from './LogChart.tsx';
import { LogTools } from './LogTools.tsx';
import { logColumns, logPhoneRow } from './log-columns.tsx';
import { isNarrowed, readLogsFilter, requestOf, widest, writeLogsFilter, type LogRequest } from './log-filter.ts';
import { chainCheck, logChart, logPage, regionList } from './log-queries.ts';
import { actionName, actorName, objectName } from './log-words.ts';
import { RegionsDialog } from './RegionsDialog.tsx';
import styles from './logs.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = ({ id }: LogEntry) => String(id);
const nameOf = (entry: LogEntry) => `${actionName(entry.action)} · ${objectName(entry)}`;
const inAddress = { read: readLogsFilter, write: writeLogsFilter };

/** Who did, read or was refused what, and when. */
export default function LogsPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const found = useQuery(logPage(filter));
  const { data: chart } = useQuery(logChart(filter));
  const { data: regions = [] } = useQuery(regionList);
  const { data: chain } = useQuery(chainCheck);
  const list = useItemList({ query: found, filter, onFilter, idOf });
  const [open, setOpen] = useState<LogEntry | null>(null);
  const opener = useRef<Element | null>(null);
  const [exported, setExported] = useState<LogRequest | null>(null);
  const [naming, setNaming] = useState(false);
  const [busy, setBusy] = useState(false);
  const [phone, offline] = [usePhone(), !useOnline()];
  const held = useCurrentUser()?.adminItems ?? [];
  const columns = useMemo(() => logColumns(), []);
  const { page } = list.table;
  const [person] = found.data?.items.filter(({ who }) => who?.userId === filter.userId) ?? [];
  const runExport = async () => {
    const request = requestOf(filter, new Date());
    if (page.more) return setExported(request);
    setBusy(true);
    await exportLog(request);
    setBusy(false);
  };
  const show = (next: Partial<typeof filter>) => {
    setOpen(null);
    list.change({ ...widest, period: 'all', range: null, ...next });
  };
  const view = (entry: LogEntry) => {
    opener.current = document.activeElement;
    setOpen(entry);
  };
  const close = () => {
    setOpen(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const entries = (entry: LogEntry): MenuEntry[] => [
    { id: 'view', label: t('adminLogs.view'), icon: <Eye {...icon} />, keys: 'Enter', quick: true, onClick: () => view(entry) },
  ];
  const size = phone ? 'lg' : 'sm';
  const actions = (held.includes('regions.edit') || held.includes('logs.export')) && (
    <>
      {held.includes('regions.edit') && (
        <Button variant="default" size={size} leftSection={<MapPin {...icon} />} disabled={offline} onClick={() => setNaming(true)}>
          {t('adminLogs.regions')}
        </Button>
      )}
      {held.includes('logs.export') && (
        <Button
          variant="default"
          size={size}
          leftSection={<Download {...icon} />}
          disabled={offline || page.total === 0}
          loading={busy}
          onClick={() => void runExport()}
        >
          {t('adminLogs.export')}
        </Button>
      )}
    </>
  );
  return (
    <>
      <ItemListScreen
        title={t('adminLogs.title')}
        list={list}
        label={t('adminLogs.list')}
        rowName={nameOf}
        columns={columns}
        phone={logPhoneRow}
        selectable={false}
        actions={
          <>
            {chain && <ChainState check={chain} />}
            {actions}
          </>
        }
        phoneBar={actions}
        tools={<LogTools filter={filter} regions={regions} personName={person ? actorName(person) : ''} change={list.change} />}
        find={t('adminLogs.find')}
        above={
          <>
            {chain && <ChainFault check={chain} />}
            {chain && phone && !chain.fault && (
              <div className={styles.chainLine}>
                <ChainState check={chain} />
              </div>
            )}
            {chart && !phone && <LogChart chart={chart} onBar={(from, to) => list.change({ range: { from, to } })} />}
          </>
        }
        widened={isNarrowed(filter) || filter.range ? { ...widest, period: '7', range: null } : null}
        empty={<EmptyState object="lens" title={t('adminLogs.emptyTitle')} text={t('adminLogs.emptyText')} />}
        entries={entries}
        onOpen={view}
        {...(open && { currentId: idOf(open) })}
        counts={t(page.more ? 'adminLogs.countedMore' : 'adminLogs.counted', { n: page.total.toLocaleString() })}
      >
        <ExportDialog request={exported} onClose={() => setExported(null)} />
        <RegionsDialog opened={naming} onClose={() => setNaming(false)} />
      </ItemListScreen>
      <EntryDrawer
        entry={open}
        names={found.data?.names ?? {}}
        onClose={close}
        onTrace={(keyword) => show({ keyword })}
        onPerson={(userId) => show({ userId })}
      />
    </>
  );
}
