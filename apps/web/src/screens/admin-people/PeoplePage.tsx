import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus, Snowflake, Sun } from 'lucide-react';
import { useMemo, useState } from 'react';
import { accountStatuses, type Account, type AdminItem } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { useNarrow, usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { AccountDrawer, type Edited } from './AccountDrawer.tsx';
import { DepartmentPane } from './DepartmentPane.tsx';
import { GivenPassword } from './GivenPassword.tsx';
import { freezeAccounts, resetPassword, thawAccounts } from './people-actions.ts';
import { peopleColumns, peoplePhoneRow } from './people-columns.tsx';
import { readPeopleFilter, withoutDepartment, writePeopleFilter, type PeopleFilter } from './people-filter.ts';
import { peopleEntries, type PeopleActions } from './people-menu.tsx';
import { peoplePage } from './people-queries.ts';
import { useDepartmentName } from './use-department-name.ts';
import styles from './people.module.css';

const idOf = ({ userId }: Account) => userId;
const nameOf = ({ realName }: Account) => realName;
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const inAddress = {
  read: readPeopleFilter,
  write: writePeopleFilter,
  tabOf: ({ department }: PeopleFilter) => department,
};

/** The accounts of the company, beside the tree of its departments. */
export default function PeoplePage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const people = useQuery(peoplePage(filter));
  const list = useItemList({ query: people, filter, onFilter, idOf });
  const { chosen } = list;
  const [edited, setEdited] = useState<Edited | null>(null);
  const [given, setGiven] = useState<{ name: string; password: string } | null>(null);
  const [tree, setTree] = useState(false);
  const [phone, narrow, offline] = [usePhone(), useNarrow(), !useOnline()];
  const user = useCurrentUser();
  const held: readonly AdminItem[] = user?.adminItems ?? [];
  const may = (item: AdminItem) => held.includes(item);
  const { data: roles } = useQuery({ ...companyRoleList, enabled: may('roles.view') });
  const columns = useMemo(() => peopleColumns(), []);
  const named = useDepartmentName(filter.department);

  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const actions: PeopleActions = {
    edit: (account) => setEdited({ account }),
    resetPassword: (account) => void resetPassword(account).then((answer) => answer && setGiven(answer)),
    freeze: (accounts) => void done(freezeAccounts(accounts)),
    thaw: (accounts) => void done(thawAccounts(accounts)),
  };
  const pane = (
    <DepartmentPane
      value={filter.department}
      onChoose={(department) => {
        setTree(false);
        list.change({ department });
      }}
    />
  );
  const where =
    filter.department === null
      ? t('adminPeople.everybody')
      : filter.department === withoutDepartment
        ? t('adminPeople.withoutDepartment')
        : named;
  const create = may('people.create') && (
    <Button
      size={phone ? 'lg' : 'sm'}
      leftSection={<Plus {...icon} />}
      disabled={offline}
      onClick={() =>
        setEdited({
          department: filter.department === null || filter.department === withoutDepartment ? null : { id: filter.department, name: named },
        })
      }
    >
      {t('adminPeople.create')}
    </Button>
  );
  const narrowed = filter.keyword !== '' || filter.status !== null || filter.roleId !== null;
  return (
    <ItemListScreen
      title={t('adminPeople.title')}
      list={list}
      label={t('adminPeople.list')}
      rowName={nameOf}
      columns={columns}
      phone={peoplePhoneRow}
      actions={create}
      beside={!narrow && pane}
      tools={
        <>
          {narrow ? (
            <Chip on={filter.department !== null} onClick={() => setTree(true)}>
              {where}
            </Chip>
          ) : (
            <span className={styles.where}>
              <span className={styles.cut}>{where}</span>
            </span>
          )}
          <ChoiceMenu
            label={t('adminPeople.status')}
            value={filter.status}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminPeople.anyStatus') },
              ...accountStatuses.map((value) => ({ value, text: t(`adminPeople.${value}`) })),
            ]}
            onChoose={(status) => list.change({ status })}
          />
          {roles && (
            <ChoiceMenu
              label={t('adminPeople.role')}
              value={filter.roleId}
              defaultValue={null}
              choices={[
                { value: null, text: t('adminPeople.anyRole') },
                ...roles.map((role) => ({ value: role.roleId, text: roleName(role) })),
              ]}
              onChoose={(roleId) => list.change({ roleId })}
            />
          )}
        </>
      }
      find={t('adminPeople.find')}
      widened={narrowed ? { keyword: '', status: null, roleId: null } : null}
      sorts={[
        { field: 'realName', order: 'asc', text: t('adminPeople.name') },
        { field: 'accountName', order: 'asc', text: t('adminPeople.account') },
        { field: 'createTime', order: 'desc', text: t('adminPeople.joined') },
      ]}
      bulk={
        may('people.freeze') &&
        chosen.selected.length > 0 && <Bulk accounts={chosen.selected} phone={phone} offline={offline} actions={actions} />
      }
      phoneBar={create}
      empty={<EmptyState object="folder" title={t('adminPeople.emptyTitle')} text={t('adminPeople.emptyText')} />}
      entries={(account) =>
        peopleEntries(account, chosen.chosenWith(account), { userId: user?.userId ?? '', adminItems: held, offline }, actions)
      }
      {...(may('people.edit') && { onOpen: actions.edit })}
      counts={
        filter.department === null || filter.department === withoutDepartment
          ? t('adminPeople.counted', { n: list.table.page.total })
          : t('adminPeople.countedBelow', { n: list.table.page.total })
      }
    >
      {narrow && (
        <Drawer
          opened={tree}
          onClose={() => setTree(false)}
          title={t('adminPeople.departments')}
          position={phone ? 'bottom' : 'left'}
          size={phone ? '80%' : 320}
          padding={0}
          closeButtonProps={{ 'aria-label': t('common.close') }}
          attributes={{ header: { role: 'presentation' } }}
        >
          {pane}
        </Drawer>
      )}
      <AccountDrawer edited={edited} onClose={() => setEdited(null)} onPassword={setGiven} />
      <GivenPassword given={given} onClose={() => setGiven(null)} />
    </ItemListScreen>
  );
}

interface BulkProps {
  accounts: readonly Account[];
  phone: boolean;
  offline: boolean;
  actions: PeopleActions;
}

function Bulk({ accounts, phone, offline, actions }: BulkProps) {
  const frozen = accounts.filter(({ status }) => status === 'frozen');
  const others = accounts.filter(({ status }) => status !== 'frozen');
  const size = phone ? 'lg' : 'xs';
  return (
    <>
      {others.length > 0 && (
        <Button
          variant="default"
          color="red"
          size={size}
          disabled={offline}
          leftSection={<Snowflake {...icon} />}
          onClick={() => actions.freeze(others)}
        >
          {t('adminPeople.freezeN', { n: others.length })}
        </Button>
      )}
      {frozen.length > 0 && (
        <Button variant="default" size={size} disabled={offline} leftSection={<Sun {...icon} />} onClick={() => actions.thaw(frozen)}>
          {t('adminPeople.thawN', { n: frozen.length })}
        </Button>
      )}
    </>
  );
}
