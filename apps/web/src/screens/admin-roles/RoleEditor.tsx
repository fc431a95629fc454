import { ActionIcon, SegmentedControl, TextInput } from '@mantine/core';
import { Copy, Trash2 } from 'lucide-react';
import { adminItems, failureText, limits, permissionItems, type AdminItem, type Role, type RoleType } from '@alcove/contract';
import { itemName } from '../../features/access-report/item-names.ts';
import { adminItemNames, roleName } from '../../features/company-roles/role-names.ts';
import { currentLanguage, t } from '../../i18n/index.ts';
import { FactorSwitch } from './FactorSwitch.tsx';
import { adminItemGroups, fileItemGroups } from './item-groups.ts';
import { ItemChecks } from './ItemChecks.tsx';
import { toggled, type DraftFault, type Editable, type RoleDraft } from './role-draft.ts';
import styles from './roles.module.css';

interface RoleEditorProps {
  /** Null: a new role. */
  role: Role | null;
  draft: RoleDraft;
  before: RoleDraft;
  editable: Editable;
  /** The reader's own administration items: nobody gives more. */
  held: readonly AdminItem[];
  fault: DraftFault | null;
  refused: { field: string | undefined; message: string } | null;
  onChange(next: Partial<RoleDraft>): void;
  onCopy(): void;
  onRemove(): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const everyHeld = (held: readonly AdminItem[]) => adminItems.every((item) => held.includes(item));

function note(editable: Editable): string | null {
  if (editable === 'readOnly') return t('adminRoles.readOnly');
  if (editable === 'administrator') return t('adminRoles.builtInAdministrator');
  if (editable === 'fileItems') return t('adminRoles.builtInEmployee');
  return editable === 'beyondOwn' ? t('adminRoles.beyondOwn') : null;
}

/** One role: its name, its type, the administration items, and the cap on the file items. */
export function RoleEditor(props: RoleEditorProps) {
  const { role, draft, before, editable, held, fault, refused, onChange, onCopy, onRemove } = props;
  const all = editable === 'all';
  const advanced = draft.type === 'advanced';
  const text = note(editable);
  const said = (code: DraftFault) => (fault === code ? failureText(code, currentLanguage(), { limit: limits.roleNameLength }) : undefined);
  return (
    <div className={styles.editor}>
      <div className={styles.top}>
        <TextInput
          className={styles.name ?? ''}
          label={
            <span className={styles.nameLabel}>
              {t('adminRoles.name')}
              {all && (
                <span className={styles.quiet}>
                  {[...draft.name.trim()].length} / {limits.roleNameLength}
                </span>
              )}
            </span>
          }
          value={role?.builtIn ? roleName(role) : draft.name}
          readOnly={!all}
          error={refused?.field === 'name' ? refused.message : said('ROLE_NAME_WRONG')}
          maxLength={200}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <div className={styles.type}>
          <div className={styles.label}>{t('adminRoles.type')}</div>
          <SegmentedControl
            fullWidth
            aria-label={t('adminRoles.type')}
            value={draft.type}
            disabled={!all}
            onChange={(type) => onChange({ type: type as RoleType })}
            data={(['ordinary', 'advanced'] as const).map((value) => ({
              value,
              label: t(`companyRoles.${value}`),
              disabled: value === 'advanced' && !everyHeld(held),
            }))}
          />
        </div>
        {role && held.includes('roles.edit') && (
          <div className={styles.actions}>
            <ActionIcon aria-label={t('adminRoles.copy')} title={t('adminRoles.copy')} onClick={onCopy}>
              <Copy {...icon} />
            </ActionIcon>
            {!role.builtIn && (
              <ActionIcon aria-label={t('adminRoles.remove')} title={t('adminRoles.remove')} disabled={!all} onClick={onRemove}>
                <Trash2 {...icon} />
              </ActionIcon>
            )}
          </div>
        )}
      </div>
      {text && <p className={styles.note}>{text}</p>}
      {role && <FactorSwitch role={role} disabled={editable === 'readOnly' || editable === 'beyondOwn'} />}
      {(refused && refused.field !== 'name') || fault === 'ROLE_EMPTY' ? (
        <p className={styles.wrong} role="alert">
          {refused && refused.field !== 'name' ? refused.message : said('ROLE_EMPTY')}
        </p>
      ) : null}
      <Head
        title={t('adminRoles.administration')}
        count={t('adminRoles.chosen', { n: advanced ? adminItems.length : draft.adminItems.length, all: adminItems.length })}
        hint={advanced ? t('adminRoles.advancedHint') : undefined}
      />
      <ItemChecks
        label={t('adminRoles.administration')}
        groups={adminItemGroups}
        nameOf={(item) => t(adminItemNames[item])}
        before={before.type === 'advanced' ? adminItems : before.adminItems}
        now={advanced ? adminItems : draft.adminItems}
        disabled={!all || advanced}
        refusal={(item) => (all && !held.includes(item) ? t('adminRoles.onlyHeld') : undefined)}
        onToggle={(item) => onChange({ adminItems: toggled(draft.adminItems, item) })}
      />
      <Head
        title={t('adminRoles.cap')}
        count={t('adminRoles.chosen', { n: draft.fileItems.length, all: permissionItems.length })}
        hint={t('adminRoles.capHint')}
      />
      <ItemChecks
        label={t('adminRoles.cap')}
        groups={fileItemGroups}
        nameOf={itemName}
        before={before.fileItems}
        now={draft.fileItems}
        disabled={!all && editable !== 'fileItems'}
        onToggle={(item) => onChange({ fileItems: toggled(draft.fileItems, item) })}
      />
    </div>
  );
}

function Head({ title, hint, count }: { title: string; hint?: string | undefined; count: string }) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {hint && <span className={styles.quiet}>{hint}</span>}
      <span className={styles.count}>{count}</span>
    </div>
  );
}
