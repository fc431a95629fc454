import { Button, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { groupTabs, type Group } from '@alcove/contract';
import { GroupDialog } from '../../features/groups/GroupDialog.tsx';
import { t } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { groupColumns, groupPhoneRow } from './group-columns.tsx';
import { readGroupFilter, writeGroupFilter, type GroupFilter } from './group-filter.ts';
import { groupPage } from './group-list-query.ts';
import { groupEntries } from './group-menu.tsx';
import { useGroupActions } from './GroupTools.tsx';

const idOf = (group: Group) => group.groupId;
const nameOf = (group: Group) => group.groupName;
const inAddress = { read: readGroupFilter, write: writeGroupFilter, tabOf: ({ tab }: GroupFilter) => tab };

/** The groups that the reader owns, and those they are in. */
export function GroupList() {
  const navigate = useNavigate();
  const { filter, onFilter } = useListAddress(inAddress);
  const groups = useQuery(groupPage(filter));
  const list = useItemList({ query: groups, filter, onFilter, idOf });
  const [creating, setCreating] = useState(false);
  const phone = usePhone();
  const offline = !useOnline();
  const { actions, dialogs } = useGroupActions();
  const open = ({ groupId }: Group) => void navigate(`/groupFile/${groupId}`);
  const columns = useMemo(() => groupColumns((group) => void navigate(`/groupFile/${group.groupId}`)), [navigate]);
  const all = { ...actions, open, members: ({ groupId }: Group) => void navigate(`/groupFile/${groupId}?members=1`) };
  const create = (
    <Button
      size={phone ? 'lg' : 'xs'}
      leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
      disabled={offline}
      onClick={() => setCreating(true)}
    >
      {t('groups.create')}
    </Button>
  );
  return (
    <ItemListScreen
      title={t('groups.title')}
      list={list}
      selectable={false}
      label={t('groups.list')}
      rowName={nameOf}
      columns={columns}
      phone={groupPhoneRow}
      tools={
        <SegmentedControl
          aria-label={t('groups.tabs')}
          value={filter.tab}
          {...(phone && { fullWidth: true, style: { flex: '1 1 100%', marginInlineStart: 8 } })}
          onChange={(tab) => list.change({ tab: tab as GroupFilter['tab'], keyword: '' })}
          data={groupTabs.map((value) => ({ value, label: t(`groups.${value}`) }))}
        />
      }
      find={t('groups.find')}
      whole={!phone && create}
      phoneBar={create}
      empty={
        filter.tab === 'personal' ? (
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
        )
      }
      entries={(group) => groupEntries(group, offline, all)}
      onOpen={open}
      counts={t('groups.counted', { n: list.table.page.total })}
    >
      {dialogs}
      <GroupDialog opened={creating} onClose={() => setCreating(false)} onDone={open} />
    </ItemListScreen>
  );
}
