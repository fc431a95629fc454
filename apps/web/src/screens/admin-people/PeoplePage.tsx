import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Download, Plus, Upload } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { accountStatuses, type Account, type AdminItem } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import type { Colleague } from '../../features/identity/session-queries.ts';
import { t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { useNarrow, usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { useRowDrag } from '../../ui/use-row-drag.ts';
import { AccountDrawer, type Edited } from './AccountDrawer.tsx';
import { BatchDialog, type BatchKind } from './BatchDialog.tsx';
import { BulkActions } from './BulkActions.tsx';
import { DepartmentPane } from './DepartmentPane.tsx';
import { GivenPassword } from './GivenPassword.tsx';
import { freezeAccounts, moveTo, removeFactors, resetPassword, thawAccounts } from './people-actions.ts';
import { peopleColumns, peoplePhoneRow } from './people-columns.tsx';
import { expiryDays, readPeopleFilter, unseenDays, withoutDepartment, writePeopleFilter, type PeopleFilter } from './people-filter.ts';
import { peopleEntries, type PeopleActions } from './people-menu.tsx';
import { exportPeople } from './export-people.ts';
import { peoplePage } from './people-queries.ts';
import { useDepartmentActions } from './use-department-actions.tsx';
import { useDepartmentName } from './use-department-rows.ts';
import styles from './people.module.css';

const SessionsDialog = lazy(() => import('../../features/identity/SessionsDialog.tsx'));
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
  const navigate = useNavigate();
  const [edited, setEdited] = useState<Edited | null>(null);
  const [given, setGiven] = useState<{ name: string; password: string } | null>(null);
  const [tree, setTree] = useState(false);
  const [phone, narrow, offline] = [usePhone(), useNarrow(), !useOnline()];
  const user = useCurrentUser();
  const held: readonly AdminItem[] = user?.adminItems ?? [];
  const may = (item: AdminItem) => held.includes(item);
  const { data: roles } = useQuery({ ...companyRoleList, enabled: may('roles.view') });
  const drags = may('people.edit') && !offline;
  const columns = useMemo(() => peopleColumns(drags), [drags]);
  const named = useDepartmentName(filter.department === withoutDepartment ? null : filter.department);

  const departments = useDepartmentActions(held, offline);
  const [colleague, setColleague] = useState<Colleague | null>(null);
  const [batch, setBatch] = useState<{ kind: BatchKind; accounts: readonly Account[] } | null>(null);
  useRowDrag({
    rows: '[data-row-id]',
    items: ({ dataset: { rowId = '' } }) =>
      may('people.edit') && !offline
        ? chosen.chosenWith(list.table.rows.find(({ userId }) => userId === rowId)!).filter((account) => account !== undefined)
        : [],
    textOf: nameOf,
    targets: '[data-department-id]',
    target: ({ dataset: { departmentId = '' } }) => ({ departmentId: departmentId || null }),
    accepts: (accounts, { departmentId }) => accounts.some((account) => account.departmentId !== departmentId),
    onDrop: (accounts, { departmentId }) => void done(moveTo(accounts, departmentId)),
  });

  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const actions: PeopleActions = {
    edit: (account) => setEdited({ account }),
    resetPassword: (account) => void resetPassword(account).then((answer) => answer && setGiven(answer)),
    removeFactors: (account) => void removeFactors(account),
    freeze: (accounts) => void done(freezeAccounts(accounts)),
    thaw: (accounts) => void done(thawAccounts(accounts)),
    change: (kind, accounts) => setBatch({ kind, accounts }),
    sessions: ({ userId, realName: name }) => setColleague({ userId, name }),
    offboard: ({ userId }) => void navigate(`/admin/people/offboard?user=${userId}`),
  };
  const pane = (
    <DepartmentPane
      value={filter.department}
      actions={departments.actions}
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
  const sheets = !phone && (
    <>
      {may('people.import') && (
        <Button variant="default" leftSection={<Upload {...icon} />} component={Link} to="/admin/people/import">
          {t('adminImport.import')}
        </Button>
      )}
      {may('people.export') && (
        <Button variant="default" leftSection={<Download {...icon} />} disabled={offline} onClick={() => void exportPeople(filter)}>
          {t('adminImport.export')}
        </Button>
      )}
    </>
  );
  const narrowed =
    filter.keyword !== '' || filter.status !== null || filter.roleId !== null || filter.expires !== null || filter.signIn !== null;
  return (
    <ItemListScreen
      title={t('adminPeople.title')}
      list={list}
      label={t('adminPeople.list')}
      rowName={nameOf}
      columns={columns}
      phone={peoplePhoneRow}
      actions={
        <>
          {sheets}
          {create}
        </>
      }
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
          <ChoiceMenu
            label={t('adminPeople.validity')}
            value={filter.expires}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminPeople.anyValidity') },
              ...expiryDays.map((value) => ({ value, text: t(`adminPeople.expires${value}`) })),
            ]}
            onChoose={(expires) => list.change({ expires })}
          />
          <ChoiceMenu
            label={t('adminPeople.signIn')}
            value={filter.signIn}
            defaultValue={null}
            choices={[
              { value: null, text: t('adminPeople.anySignIn') },
              { value: 'never' as const, text: t('adminPeople.neverSignedIn') },
              ...unseenDays.map((value) => ({ value, text: t(`adminPeople.unseen${value}`) })),
            ]}
            onChoose={(signIn) => list.change({ signIn })}
          />
        </>
      }
      find={t('adminPeople.find')}
      widened={narrowed ? { keyword: '', status: null, roleId: null, expires: null, signIn: null } : null}
      sorts={[
        { field: 'realName', order: 'asc', text: t('adminPeople.name') },
        { field: 'accountName', order: 'asc', text: t('adminPeople.account') },
        { field: 'createTime', order: 'desc', text: t('adminPeople.joined') },
        { field: 'lastSeen', order: 'desc', text: t('adminPeople.lastSeen') },
      ]}
      bulk={chosen.selected.length > 0 && <BulkActions accounts={chosen.selected} held={held} offline={offline} actions={actions} />}
      phoneBar={create}
      empty={<EmptyState object="folder" title={t('adminPeople.emptyTitle')} text={t('adminPeople.emptyText')} />}
      entries={(account) =>
        peopleEntries(account, chosen.chosenWith(account), { userId: user?.userId ?? '', adminItems: held, offline }, actions)
      }
      {...(may('people.edit') && filter.status !== 'left' && { onOpen: actions.edit })}
      counts={
        list.table.page.more
          ? t('adminPeople.countedMore', { n: list.table.page.total })
          : filter.department === null || filter.department === withoutDepartment
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
        >
          {pane}
        </Drawer>
      )}
      <AccountDrawer edited={edited} onClose={() => setEdited(null)} onPassword={setGiven} />
      <GivenPassword given={given} onClose={() => setGiven(null)} />
      {batch && (
        <BatchDialog
          {...batch}
          onClose={() => setBatch(null)}
          onDone={() => {
            setBatch(null);
            chosen.clear();
          }}
        />
      )}
      {colleague && (
        <Suspense>
          <SessionsDialog of={colleague} onClose={() => setColleague(null)} />
        </Suspense>
      )}
      {departments.dialogs}
    </ItemListScreen>
  );
}
