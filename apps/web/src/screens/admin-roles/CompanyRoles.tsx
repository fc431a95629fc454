import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminItem, Role } from '@alcove/contract';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { confirmDiscard } from '../../ui/confirm/confirm-discard.ts';
import { RemoveRole } from './RemoveRole.tsx';
import { askedChange, editableOf, newDraft, type RoleDraft } from './role-draft.ts';
import { RoleEditor } from './RoleEditor.tsx';
import { RoleForm } from './RoleForm.tsx';
import { RoleList } from './RoleList.tsx';
import { RoleTabs } from './RoleTabs.tsx';
import { useRolePreview } from './role-preview-queries.ts';
import { useRoleDraft } from './use-role-draft.ts';
import styles from './roles.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The roles of the company: a list, and the chosen role beside it. A phone shows one or the other. */
export function CompanyRoles({ roles, held }: { roles: readonly Role[]; held: readonly AdminItem[] }) {
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
  const preview = useRolePreview(role && form.draft && form.before ? askedChange(form.draft, form.before) : null);

  const leave = () => confirmDiscard(form.changes > 0);
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
    <div className={styles.column}>
      <RoleTabs tab="company" leave={leave} />
      <RoleList
        roles={roles}
        chosenId={role?.roleId ?? null}
        newName={begun && form.draft ? form.draft.name : null}
        onChoose={(roleId) => void choose(roleId)}
      />
    </div>
  );
  const editor = form.draft && form.before && (
    <RoleForm
      kind="company"
      isNew={begun !== null}
      editable={editable === 'all' || editable === 'fileItems'}
      changes={form.changes}
      busy={form.busy}
      preview={preview}
      onBack={() => void choose(null)}
      onDiscard={() => (begun ? void choose(null) : form.reset())}
      onSave={form.save}
    >
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
    </RoleForm>
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
