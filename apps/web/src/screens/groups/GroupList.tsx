import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { groupTabs, type Group } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { pagedTable, sortedTable } from '../../ui/data-table/paged-table.tsx';
import { EmptyState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { groupColumns, groupPhoneRow } from './group-columns.tsx';
import { readGroupFilter, writeGroupFilter, type GroupFilter } from './group-filter.ts';
import { groupEntries } from './group-menu.tsx';
import { groupPage } from './group-list-query.ts';
import { GroupDialog } from '../../features/groups/GroupDialog.tsx';
import { useGroupDoings } from './GroupTools.tsx';
import styles from './GroupList.module.css';
import shared from '../../items/shared.module.css';

const idOf = (group: Group) => group.groupId;
const nameOf = (group: Group) => group.groupName;

/** The groups that one leads, and those that one is in. */
export function GroupList() {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readGroupFilter(address), [address]);
  const setFilter = (next: GroupFilter) =>
    setAddress(writeGroupFilter(next), { replace: next.page === filter.page && next.tab === filter.tab });
  const groups = useQuery(groupPage(filter));
  const [creating, setCreating] = useState(false);
  const phone = usePhone();
  const offline = !useOnline();
  const { doings, dialogs } = useGroupDoings();
  const change = (next: Partial<GroupFilter>) => setFilter({ ...filter, page: 1, ...next });
  const table = pagedTable(groups, filter, change);
  const open = ({ groupId }: Group) => void navigate(`/groupFile/${groupId}`);
  const columns = useMemo(() => groupColumns((group) => void navigate(`/groupFile/${group.groupId}`)), [navigate]);
  const all = { ...doings, open, members: ({ groupId }: Group) => void navigate(`/groupFile/${groupId}?members=1`) };
  const create = (
    <Button
      size={phone ? 'lg' : 'sm'}
      leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabled={offline}
      onClick={() => setCreating(true)}
    >
      {t('groups.create')}
    </Button>
  );
  const empty =
    filter.keyword !== '' || filter.page > 1 ? (
      <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => change({ keyword: '' })} />
    ) : filter.tab === 'personal' ? (
      <EmptyState
        object="folder"
        title={t('groups.emptyPersonal')}
        text={t('groups.emptyPersonalText')}
        action={
          <Button variant="default" disabled={offline} onClick={() => setCreating(true)}>
            {t('groups.create')}
          </Button>
        }
      />
    ) : (
      <EmptyState object="folder" title={t('groups.emptyGroup')} text={t('groups.emptyGroupText')} />
    );
  return (
    <>
      <Sheet>
        {!phone && (
          <header className={styles.head}>
            <h1>{t('groups.title')}</h1>
          </header>
        )}
        <div className={styles.tools}>
          {!phone && create}
          <SegmentedControl
            className={styles.tabs ?? ''}
            aria-label={t('groups.tabs')}
            value={filter.tab}
            onChange={(tab) => change({ tab: tab as GroupFilter['tab'], keyword: '' })}
            data={groupTabs.map((value) => ({ value, label: t(`groups.${value}`) }))}
          />
          {!phone && <span className={shared.grow} />}
          <FindBox key={filter.tab} keyword={filter.keyword} onKeyword={(keyword) => change({ keyword })} />
        </div>
        <DataTable
          {...table}
          {...sortedTable(filter, change)}
          label={t('groups.list')}
          rowId={idOf}
          rowName={nameOf}
          columns={columns}
          phone={groupPhoneRow}
          ownTools
          empty={empty}
          entries={(group) => groupEntries(group, offline, all)}
          onOpen={open}
          counts={t('groups.counted', { n: table.page.total })}
        />
        {phone && <div className={styles.phoneBar}>{create}</div>}
      </Sheet>
      {dialogs}
      <GroupDialog opened={creating} onClose={() => setCreating(false)} onDone={open} />
    </>
  );
}

function FindBox({ keyword, onKeyword }: { keyword: string; onKeyword(keyword: string): void }) {
  const [text, setText] = useState(keyword);
  const settle = useDebouncedCallback(onKeyword, 280);
  return (
    <TextInput
      size={usePhone() ? 'lg' : 'xs'}
      className={styles.find ?? ''}
      leftSection={<Search size={15} aria-hidden />}
      aria-label={t('groups.find')}
      placeholder={t('groups.find')}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        settle(event.currentTarget.value.trim());
      }}
    />
  );
}
