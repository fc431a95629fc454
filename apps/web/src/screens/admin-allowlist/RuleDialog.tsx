import { Button, Group, MultiSelect, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { calls, limits, type Allowlist, type AllowlistRule } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { PeoplePicker } from '../../features/people/PeoplePicker.tsx';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { LockOutNote } from './LockOutNote.tsx';
import {
  checkOf,
  draftObjects,
  draftOf,
  linesOf,
  newDraft,
  objectOf,
  stillThere,
  withAddress,
  type DraftObject,
  type RuleDraft,
} from './rule-draft.ts';
import { allowlistChanged } from './rule-queries.ts';
import { ruleText } from './rule-words.ts';
import styles from './allowlist.module.css';

interface RuleDialogProps {
  /** Null: a rule that does not exist yet. */
  rule: AllowlistRule | null;
  /** Opened to be switched on, which would shut somebody out. */
  turnedOn?: boolean;
  of: Allowlist;
  edits: boolean;
  onClose(): void;
}

const checkedAfterMs = 300;

/** Creates, changes or shows a rule. The server judges each line and the lock-out with each change. */
export function RuleDialog({ rule, turnedOn = false, of: { own, regions, roles }, edits, onClose }: RuleDialogProps) {
  const [draft, setDraft] = useState<RuleDraft>(() => (rule ? { ...draftOf(rule), ...(turnedOn && { enabled: true }) } : newDraft));
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const settled = useSettled(draft, checkedAfterMs);
  const asked = checkOf(settled, rule?.ruleId);
  const { data: checked } = useQuery({
    queryKey: ['admin', 'allowlistCheck', asked],
    queryFn: async ({ signal }) => ({ ...(await call(calls.adminAllowlist.check, asked!, { signal })), lines: asked!.addresses }),
    enabled: edits && asked !== null,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
  const faults = checked ? stillThere(checked, linesOf(draft)) : [];
  const lockOut = checked?.lockOut ?? null;
  const shutsOut = lockOut !== null && (lockOut.object !== null || lockOut.lastAdministrator);
  const change = (next: Partial<RuleDraft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setRefused('');
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const object = objectOf(draft);
    if (!object) return setRefused(t(draft.object === 'role' ? 'adminAllowlist.roleMissing' : 'adminAllowlist.memberMissing'));
    setBusy(true);
    const fields = { addresses: linesOf(draft), regionIds: draft.regionIds, note: draft.note, enabled: draft.enabled };
    try {
      if (rule) await call(calls.adminAllowlist.update, { ruleId: rule.ruleId, ...fields });
      else await call(calls.adminAllowlist.create, { ...object, ...fields });
      toast.success(t(rule ? 'adminAllowlist.saved' : 'adminAllowlist.created'));
      onClose();
    } catch (error) {
      setRefused(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
      allowlistChanged();
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={rule ? ruleText(rule) : t('adminAllowlist.create')}
      size={draft.object === 'member' && !rule ? 860 : 520}
    >
      <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
        {!rule && <ObjectField draft={draft} roles={roles} onChange={change} />}
        <Textarea
          label={t('adminAllowlist.allowed')}
          description={t('adminAllowlist.allowedHint')}
          rows={4}
          spellCheck={false}
          disabled={!edits}
          classNames={{ input: styles.lines ?? '' }}
          value={draft.addresses}
          error={
            faults.length > 0 &&
            faults.map(({ line, errmsg }) => (
              <span key={line} className={styles.faults}>
                {errmsg}
              </span>
            ))
          }
          onChange={(event) => change({ addresses: event.currentTarget.value })}
        />
        <MultiSelect
          label={t('adminAllowlist.regions')}
          description={t(regions.length > 0 ? 'adminAllowlist.regionsHint' : 'adminAllowlist.noRegions')}
          disabled={!edits || regions.length === 0}
          data={regions.map(({ regionId, name }) => ({ value: regionId, label: name }))}
          value={draft.regionIds}
          onChange={(regionIds) => change({ regionIds })}
        />
        <TextInput
          label={
            <>
              {t('adminAllowlist.note')}
              <span className={styles.optional}>{t('adminAllowlist.optional')}</span>
            </>
          }
          disabled={!edits}
          maxLength={limits.allowlistNoteLength}
          value={draft.note}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Switch
          label={t('adminAllowlist.enabled')}
          disabled={!edits}
          checked={draft.enabled}
          onChange={(event) => change({ enabled: event.currentTarget.checked })}
        />
        {lockOut && (
          <LockOutNote lockOut={lockOut} own={checked?.own ?? own} onAdd={(address) => setDraft((now) => withAddress(now, address))} />
        )}
        <Refused text={refused} />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t(edits ? 'common.cancel' : 'common.close')}
          </Button>
          {edits && (
            <Button
              type="submit"
              loading={busy}
              disabled={offline || faults.length > 0 || shutsOut}
              title={offline ? t('adminAllowlist.offline') : undefined}
            >
              {t('adminAllowlist.save')}
            </Button>
          )}
        </Group>
      </form>
    </Dialog>
  );
}

interface ObjectFieldProps {
  draft: RuleDraft;
  roles: Allowlist['roles'];
  onChange(next: Partial<RuleDraft>): void;
}

/** What the rule restricts; chosen once. */
function ObjectField({ draft: { object, roleId, member }, roles, onChange }: ObjectFieldProps) {
  return (
    <>
      <Select
        label={t('adminAllowlist.object')}
        description={t(`adminAllowlist.${object}Hint`)}
        data-autofocus
        allowDeselect={false}
        value={object}
        data={draftObjects.map((value) => ({ value, label: t(`adminAllowlist.${value}`) }))}
        onChange={(value) => value !== null && onChange({ object: value as DraftObject })}
      />
      {object === 'role' && (
        <Select
          label={t('adminAllowlist.role')}
          placeholder={t('adminAllowlist.chooseRole')}
          searchable
          value={roleId}
          data={roles.map((role) => ({ value: role.roleId, label: roleName(role) }))}
          onChange={(value) => onChange({ roleId: value })}
        />
      )}
      {object === 'member' && (
        <PeoplePicker value={member ? [member] : []} max={1} onChange={([first]) => onChange({ member: first ?? null })} />
      )}
    </>
  );
}
