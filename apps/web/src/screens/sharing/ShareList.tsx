import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { shareSides, shareSortFields, type ShareItem, type ShareSide } from '@alcove/contract';
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
import { FilterBox } from '../../items/FilterBox.tsx';
import { endShares } from '../../features/sharing/share-actions.ts';
import { shareColumns, sharePhoneRow } from './share-columns.tsx';
import { firstOf, type ShareFilter } from './share-filter.ts';
import { leaveRefusal, shareEntries } from './share-menu.tsx';
import { sharePage } from '../../features/sharing/sharing-queries.ts';
import styles from '../../features/sharing/sharing.module.css';

const idOf = (share: ShareItem) => share.fileSharingId;
const nameOf = (share: ShareItem) => share.instance.instanceName;
const sortTexts = { createTime: 'sharing.created', instanceName: 'sharing.name' } as const;
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
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => shareColumns(side), [side]);
  const phoneRow = useMemo(() => sharePhoneRow(side), [side]);
  const leaving = side === 'received';
  const change = (next: Partial<ShareFilter>) => {
    chosen.forget();
    onFilter({ ...filter, page: 1, ...next });
  };
  const table = pagedTable(page, filter, change);
  const chosen = useChosen(table.rows, idOf);
  const { selected } = chosen;

  const end = async (ended: readonly ShareItem[]): Promise<void> => {
    const refused = offline ? t('files.offlineReason') : leaving ? leaveRefusal(ended) : undefined;
    if (refused) toast.warning(refused);
    else if (await endShares(ended, leaving ? 'leave' : 'withdraw')) chosen.clear();
  };
  const doings = { open: onOpen, change: onChange, end: (ended: ShareItem[]) => void end(ended) };
  const entries = (share: ShareItem) => shareEntries(chosen.chosenWith(share), side, offline, doings);
  const empty =
    filter.keyword !== '' ? (
      <NothingFound query={filter.keyword} onClear={() => change({ keyword: '' })} />
    ) : filter.page > 1 && table.page.total > 0 ? (
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
  const tools = (
    <>
      <Tabs value={side} onChange={(next) => next && onFilter(firstOf(next as ShareSide))} className={styles.tabs ?? ''}>
        <Tabs.List aria-label={t('sharing.tabs')}>
          {shareSides.toReversed().map((one) => (
            <Tabs.Tab key={one} value={one} aria-controls={undefined}>
              {one === 'initiated' ? t('sharing.initiated') : t('sharing.received')}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <Grow />
      {!phone && <FilterBox keyword={filter.keyword} label={t('sharing.find')} onKeyword={(keyword) => change({ keyword })} />}
      {phone && selected.length === 0 ? (
        <ChoiceMenu
          plain
          label={t(sortTexts.createTime)}
          value={filter.sortField}
          usual="createTime"
          choices={shareSortFields.map((field) => ({ value: field, text: t(sortTexts[field]) }))}
          onChoose={(sortField) => change({ sortField, sortOrder: sortField === 'createTime' ? 'desc' : 'asc' })}
        />
      ) : (
        <Button
          variant="default"
          color={selected.length > 0 ? 'red' : 'gray'}
          size={phone ? 'lg' : 'xs'}
          leftSection={leaving ? <LogOut {...icon} /> : <Undo2 {...icon} />}
          onClick={() => void end(selected)}
        >
          {leaving ? t('sharing.leave') : t('sharing.withdraw')}
        </Button>
      )}
    </>
  );
  return (
    <ListScreen title={t('sharing.title')} tools={tools}>
      <DataTable
        {...table}
        {...sortedTable(filter, change)}
        {...chosen.table}
        key={side}
        label={leaving ? t('sharing.received') : t('sharing.initiated')}
        rowName={nameOf}
        columns={columns}
        phone={phoneRow}
        empty={empty}
        entries={entries}
        onOpen={onOpen}
        onBulkDelete={(rows) => void end(rows)}
      />
    </ListScreen>
  );
}
