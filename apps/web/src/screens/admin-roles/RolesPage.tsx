import { ActionIcon, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminItem, Role } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { RemoveRole } from './RemoveRole.tsx';
import { editableOf, newDraft, type RoleDraft } from './role-draft.ts';
import { RoleEditor } from './RoleEditor.tsx';
import { RoleList } from './RoleList.tsx';
import { useRoleDraft } from './use-role-draft.ts';
import styles from './roles.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const none: readonly AdminItem[] = [];

/** The roles of the company: a list, and the chosen role beside it. A phone shows one or the other. */
export default function RolesPage() {
  const roles = useQuery(companyRoleList);
  const held = useCurrentUser()?.adminItems ?? none;
  if (roles.error && !roles.data)
    return (
      <ListScreen title={t('adminRoles.title')}>
        <ErrorState error={roles.error} onRetry={() => void roles.refetch()} />
      </ListScreen>
    );
  if (!roles.data)
    return (
      <ListScreen title={t('adminRoles.title')}>
        <SkeletonRows />
      </ListScreen>
    );
  return <Roles roles={roles.data} held={held} />;
}

function Roles({ roles, held }: { roles: readonly Role[]; held: readonly AdminItem[] }) {
  const [address, setAddress] = useSearchParams();
  const [begun, setBegun] = useState<RoleDraft | null>(null);
  const [removing, setRemoving] = useState(false);
  const phone = usePhone();
  const offline = !useOnline();
  const wanted = roles.find(({ roleId }) => roleId === address.get('role')) ?? null;
  const role = begun ? null : (wanted ?? (phone ? null : (roles[0] ?? null)));
  const go = (roleId: string | null) => {
    setBegun(null);
    setAddress(roleId === null ? {} : { role: roleId });
  };
  const form = useRoleDraft({ role, begun, onSaved: ({ roleId }) => go(roleId) });
  const editable = editableOf(role, held);

  const leave = async (): Promise<boolean> =>
    form.changes === 0 ||
    confirm({
      type: 'warning',
      title: t('adminRoles.discardTitle'),
      text: t('adminRoles.discardText'),
      confirmLabel: t('adminRoles.discard'),
      cancelLabel: t('adminRoles.keepEditing'),
      danger: true,
    });
  const choose = async (roleId: string | null) => {
    if (await leave()) go(roleId);
  };
  const begin = async (draft: RoleDraft) => {
    if (await leave()) setBegun(draft);
  };
  const employee = roles.find(({ builtIn }) => builtIn === 'employee');
  const create = held.includes('roles.edit') && (
    <Button variant="default" leftSection={<Plus {...icon} />} disabled={offline} onClick={() => void begin(newDraft('', employee))}>
      {t('adminRoles.create')}
    </Button>
  );
  const list = (
    <RoleList
      roles={roles}
      chosenId={role?.roleId ?? null}
      newName={begun && form.draft ? form.draft.name : null}
      onChoose={(roleId) => void choose(roleId)}
    />
  );
  const editor = form.draft && form.before && (
    <div className={styles.main}>
      {phone && (
        <div className={styles.phoneBack}>
          <ActionIcon size="xl" aria-label={t('adminRoles.back')} onClick={() => void choose(null)}>
            <ArrowLeft {...icon} />
          </ActionIcon>
          {t('adminRoles.back')}
        </div>
      )}
      <RoleEditor
        role={role}
        draft={form.draft}
        before={form.before}
        editable={editable}
        held={held}
        fault={form.fault}
        refused={form.refused}
        onChange={form.change}
        onCopy={() => {
          if (role)
            void begin({
              ...newDraft(t('adminRoles.copyOf', { name: roleName(role) }).slice(0, 32), employee),
              type: role.type === 'advanced' && editable === 'beyondOwn' ? 'ordinary' : role.type,
              adminItems: role.adminItems.filter((item) => held.includes(item)),
              fileItems: role.fileItems,
            });
        }}
        onRemove={() => setRemoving(true)}
      />
      {(editable === 'all' || editable === 'fileItems') && (
        <div className={styles.foot}>
          <span className={styles.state} data-any={form.changes > 0 || begun !== null || undefined}>
            {begun
              ? t('adminRoles.unsavedNew')
              : form.changes > 0
                ? t('adminRoles.changes', { n: form.changes })
                : t('adminRoles.noChanges')}
          </span>
          <span className={styles.grow} />
          <Button variant="default" disabled={!begun && form.changes === 0} onClick={() => (begun ? void choose(null) : form.reset())}>
            {t('adminRoles.discard')}
          </Button>
          <Button loading={form.busy} disabled={offline || (!begun && form.changes === 0)} onClick={() => void form.save()}>
            {begun ? t('adminRoles.saveNew') : form.changes === 0 ? t('common.save') : t('adminRoles.save', { n: form.changes })}
          </Button>
        </div>
      )}
    </div>
  );
  return (
    <ListScreen title={t('adminRoles.title')} actions={create} beside={!phone && list}>
      {phone
        ? editor || (
            <>
              {list}
              {create && <div className={styles.phoneBar}>{create}</div>}
            </>
          )
        : editor}
      {removing && role && (
        <RemoveRole
          role={role}
          others={roles.filter(({ roleId }) => roleId !== role.roleId)}
          onClose={() => setRemoving(false)}
          onDone={() => {
            setRemoving(false);
            go(null);
          }}
        />
      )}
    </ListScreen>
  );
}
