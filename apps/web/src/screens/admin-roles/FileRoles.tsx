import { Lock } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { fileRoleFault, isFixedItem, permissionItems, type AdminItem, type EditedFileRole, type FileRole } from '@alcove/contract';
import { itemName } from '../../features/access-report/item-names.ts';
import { t } from '../../i18n/index.ts';
import { roleName } from '../../items/level-name.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { confirmDiscard } from '../../ui/confirm/confirm-discard.ts';
import { fileItemGroups } from './item-groups.ts';
import { ItemChecks } from './ItemChecks.tsx';
import { RoleForm } from './RoleForm.tsx';
import { RoleTabs } from './RoleTabs.tsx';
import { useRolePreview } from './role-preview-queries.ts';
import { useFileRoleDraft } from './use-file-role-draft.ts';
import styles from './roles.module.css';

/** From the least to the most, as far as the roles are as at first. */
const order: readonly FileRole[] = [
  'forbidden',
  'observer',
  'reader',
  'defaultRole',
  'viewer',
  'sharedPerson',
  'downloader',
  'uploader',
  'editor',
  'sharer',
  'operator',
  'manager',
];

/** The file roles: a list, and the chosen one beside it with the twenty items. A phone shows one or the other. */
export function FileRoles({ roles, held }: { roles: readonly EditedFileRole[]; held: readonly AdminItem[] }) {
  const [address] = useSearchParams();
  const phone = usePhone();
  const listed = order.flatMap((role) => roles.find((one) => one.role === role) ?? []);
  const wanted = listed.find(({ role }) => role === address.get('role')) ?? null;
  const chosen = wanted ?? (phone ? null : (listed[1] ?? null));
  return chosen ? (
    <Chosen chosen={chosen} listed={listed} mayEdit={held.includes('fileRoles.edit')} />
  ) : (
    <ListScreen title={t('adminRoles.title')}>
      <FileRoleList listed={listed} chosen={null} leave={async () => true} />
    </ListScreen>
  );
}

interface ListProps {
  listed: readonly EditedFileRole[];
  chosen: FileRole | null;
  /** Whether the form may be left, asked before another role is shown. */
  leave(): Promise<boolean>;
}

function FileRoleList({ listed, chosen, leave }: ListProps) {
  const [, setAddress] = useSearchParams();
  const choose = async (role: FileRole) => {
    if (await leave()) setAddress({ tab: 'file', role });
  };
  return (
    <div className={styles.column}>
      <RoleTabs tab="file" leave={leave} />
      <nav className={styles.list} aria-label={t('adminRoles.fileList')}>
        {listed.map(({ role, items }) => (
          <button
            key={role}
            type="button"
            className={styles.row}
            aria-current={role === chosen ? 'true' : undefined}
            onClick={() => void choose(role)}
          >
            <span className={styles.rowName}>{roleName(role)}</span>
            {role === 'forbidden' && <Lock size={12} role="img" aria-label={t('adminRoles.fixedRole')} />}
            <span className={styles.people}>{items.length}</span>
          </button>
        ))}
        <p className={styles.listHint}>{t('adminRoles.fileCounts')}</p>
      </nav>
    </div>
  );
}

function Chosen({ chosen, listed, mayEdit }: { chosen: EditedFileRole; listed: readonly EditedFileRole[]; mayEdit: boolean }) {
  const [, setAddress] = useSearchParams();
  const phone = usePhone();
  const { role } = chosen;
  const form = useFileRoleDraft(chosen);
  const editable = mayEdit && role !== 'forbidden';
  const preview = useRolePreview(
    editable && form.changes > 0 && fileRoleFault(role, form.now) === null
      ? { kind: 'file', content: { role, items: [...form.now] } }
      : null,
  );
  const leave = () => confirmDiscard(form.changes > 0);
  const list = <FileRoleList listed={listed} chosen={role} leave={leave} />;
  return (
    <ListScreen title={t('adminRoles.title')} beside={!phone && list}>
      <RoleForm
        kind="file"
        isNew={false}
        editable={editable}
        changes={form.changes}
        busy={form.busy}
        preview={preview}
        onBack={() => void leave().then((may) => may && setAddress({ tab: 'file' }))}
        onDiscard={form.reset}
        onSave={form.save}
      >
        <div className={styles.editor}>
          <div className={styles.fileHead}>
            <h2>{roleName(role)}</h2>
            <span className={styles.count}>{t('adminRoles.chosen', { n: form.now.length, all: permissionItems.length })}</span>
          </div>
          <p className={styles.note}>
            {role === 'forbidden' ? t('adminRoles.forbiddenHint') : mayEdit ? t('adminRoles.fileHint') : t('adminRoles.fileReadOnly')}
          </p>
          {form.refused && (
            <p className={styles.wrong} role="alert">
              {form.refused}
            </p>
          )}
          <ItemChecks
            label={t('adminRoles.fileItems')}
            groups={fileItemGroups}
            nameOf={itemName}
            before={form.before}
            now={form.now}
            disabled={!editable}
            refusal={(item) => (editable && isFixedItem(role, item) ? t('adminRoles.managerKeeps') : undefined)}
            onToggle={form.toggle}
          />
        </div>
      </RoleForm>
    </ListScreen>
  );
}
