import { Button, Menu, Tabs, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDownUp, Check, LogOut, Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { shareSides, shareSortFields, type ShareItem, type ShareSide } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { cleared, nothing, type Selection } from '../../ui/data-table/selection.ts';
import { EmptyState, ErrorState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { FilterBox } from '../files/FilterBox.tsx';
import { endShares } from './share-actions.ts';
import { shareColumns, sharePhoneRow } from './share-columns.tsx';
import { firstOf, type ShareFilter } from './share-filter.ts';
import { leaveRefusal, shareEntries } from './share-menu.tsx';
import { sharePage } from './sharing-queries.ts';
import styles from './sharing.module.css';

const idOf = (share: ShareItem) => share.fileSharingId;
const nameOf = (share: ShareItem) => share.instance.instanceName;
const none: readonly ShareItem[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ShareListProps {
  filter: ShareFilter;
  onFilter(next: ShareFilter): void;
  onOpen(share: ShareItem): void;
  onChange(share: ShareItem): void;
}

/** What one shares, and what was shared with one: two lists of one form. */
export function ShareList({ filter, onFilter, onOpen, onChange }: ShareListProps) {
  const { side, ...asked } = filter;
  const page = useQuery(sharePage({ ...asked, side }));
  const [selection, setSelection] = useState<Selection>(nothing);
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const shares = page.data?.items ?? none;
  const columns = useMemo(() => shareColumns(side), [side]);
  const phoneRow = useMemo(() => sharePhoneRow(side), [side]);
  const selected = shares.filter((share) => selection.ids.has(share.fileSharingId));
  const leaving = side === 'received';

  const end = async (ended: readonly ShareItem[]): Promise<void> => {
    const refused = offline ? t('files.offlineReason') : leaving ? leaveRefusal(ended) : undefined;
    if (refused) toast.warning(refused);
    else if (await endShares(ended, leaving ? 'leave' : 'withdraw')) setSelection(cleared(selection));
  };
  const doings = { open: onOpen, change: onChange, end: (ended: ShareItem[]) => void end(ended) };
  const entries = (share: ShareItem) =>
    shareEntries(selection.ids.has(share.fileSharingId) && selected.length > 1 ? selected : [share], side, offline, doings);
  const change = (next: Partial<ShareFilter>) => {
    setSelection(nothing);
    onFilter({ ...filter, page: 1, ...next });
  };
  const empty =
    filter.keyword !== '' ? (
      <NothingFound query={filter.keyword} onClear={() => change({ keyword: '' })} />
    ) : filter.page > 1 && page.data && page.data.total > 0 ? (
      <NothingFound onClear={() => change({})} />
    ) : (
      <EmptyState
        object="folder"
        title={leaving ? t('sharing.noneReceived') : t('sharing.noneInitiated')}
        text={leaving ? t('sharing.noneReceivedText') : t('sharing.noneInitiatedText')}
        action={
          !leaving && (
            <Button variant="default" onClick={() => void navigate('/personalFile')}>
              {t('sharing.goFiles')}
            </Button>
          )
        }
      />
    );
  const tick = (on: boolean) => (on ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />);
  return (
    <Sheet className={styles.screen}>
      {phone ? (
        // The top bar shows it.
        <VisuallyHidden component="h1">{t('sharing.title')}</VisuallyHidden>
      ) : (
        <header className={styles.top}>
          <h1>{t('sharing.title')}</h1>
        </header>
      )}
      <div className={styles.tools}>
        <Tabs value={side} onChange={(next) => next && onFilter(firstOf(next as ShareSide))} className={styles.tabs ?? ''}>
          <Tabs.List aria-label={t('sharing.tabs')}>
            {shareSides.toReversed().map((one) => (
              <Tabs.Tab key={one} value={one} aria-controls={undefined}>
                {one === 'initiated' ? t('sharing.initiated') : t('sharing.received')}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
        <span className={styles.grow} />
        {!phone && <FilterBox keyword={filter.keyword} label={t('sharing.find')} onKeyword={(keyword) => change({ keyword })} />}
        {phone && selected.length === 0 ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="subtle" color="gray" size="lg" rightSection={<ArrowDownUp {...icon} />}>
                <VisuallyHidden>{t('sharing.sortBy')}</VisuallyHidden>
                {filter.sortField === 'createTime' ? t('sharing.created') : t('sharing.name')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {shareSortFields.map((sortField) => (
                <Menu.Item
                  key={sortField}
                  leftSection={tick(sortField === filter.sortField)}
                  onClick={() => change({ sortField, sortOrder: sortField === 'createTime' ? 'desc' : 'asc' })}
                >
                  {sortField === 'createTime' ? t('sharing.created') : t('sharing.name')}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : (
          <Button
            variant="default"
            color="red"
            size={phone ? 'lg' : 'xs'}
            leftSection={leaving ? <LogOut {...icon} /> : <Undo2 {...icon} />}
            onClick={() => void end(selected)}
          >
            {leaving ? t('sharing.leave') : t('sharing.withdraw')}
          </Button>
        )}
      </div>
      <DataTable
        key={side}
        label={leaving ? t('sharing.received') : t('sharing.initiated')}
        rows={shares}
        rowId={idOf}
        rowName={nameOf}
        columns={columns}
        phone={phoneRow}
        selectable
        ownTools
        selection={selection}
        onSelection={setSelection}
        status={page.isPending ? 'loading' : page.isError && !page.data ? 'error' : 'ready'}
        error={<ErrorState error={page.error} onRetry={() => void page.refetch()} />}
        empty={empty}
        sort={{ field: filter.sortField, order: filter.sortOrder }}
        onSort={(sort) => change({ sortField: sort.field as ShareFilter['sortField'], sortOrder: sort.order })}
        page={{
          page: filter.page,
          pageSize: filter.pageSize,
          total: page.data?.total ?? 0,
          onPage: (next) => change({ page: next }),
          onPageSize: (size) => change({ pageSize: size as ShareFilter['pageSize'] }),
        }}
        entries={entries}
        onOpen={onOpen}
        onBulkDelete={(rows) => void end(rows)}
      />
    </Sheet>
  );
}
