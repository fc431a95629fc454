import { Button, MultiSelect, NumberInput, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, type Account, type InputOf } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { Refused } from '../../ui/form-parts/FormParts.tsx';
import { endOfDay } from './account-form.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { tellOutcomes } from './people-actions.ts';
import { peopleChanged } from './people-queries.ts';
import styles from './people.module.css';

type Change = InputOf<typeof calls.adminUser.batch>['change'];
export type BatchKind = 'department' | 'roles' | 'quota' | 'speed' | 'validity';

const GB = 2 ** 30;
const MB = 2 ** 20;

interface BatchDialogProps {
  kind: BatchKind;
  accounts: readonly Account[];
  onClose(): void;
  onDone(): void;
}

interface Form {
  departmentId: string | null;
  roleIds: string[];
  limited: boolean;
  number: number | string;
  until: string | null;
}

/** The change that the form asks for; null while something is missing. */
function changeOf(kind: BatchKind, { departmentId, roleIds, limited, number, until }: Form): Change | null {
  const amount = number === '' ? null : Number(number);
  switch (kind) {
    case 'department':
      return { departmentId };
    case 'roles':
      return roleIds.length > 0 ? { roleIds } : null;
    case 'quota':
      if (!limited) return { quotaBytes: null };
      return amount === null ? null : { quotaBytes: Math.round(amount * GB) };
    case 'speed':
      if (!limited) return { speedLimit: null };
      return amount !== null && amount * MB >= 1 ? { speedLimit: Math.round(amount * MB) } : null;
    case 'validity':
      if (!limited) return { expiresAt: null };
      return until === null ? null : { expiresAt: endOfDay(until) };
  }
}

/** Makes the same change to several accounts: one thing at a time, so that nothing else is changed by mistake. */
export function BatchDialog({ kind, accounts, onClose, onDone }: BatchDialogProps) {
  const [form, setForm] = useState<Form>({ departmentId: null, roleIds: [], limited: true, number: '', until: null });
  const [today] = useState(() => new Date());
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const { data: roles } = useQuery({ ...companyRoleList, enabled: kind === 'roles' });
  const change = changeOf(kind, form);
  const put = (next: Partial<Form>) => {
    setRefused('');
    setForm({ ...form, ...next });
  };
  const save = async () => {
    if (!change || busy) return;
    setBusy(true);
    try {
      const outcomes = await call(calls.adminUser.batch, { userIds: accounts.map(({ userId }) => userId), change });
      tellOutcomes(outcomes, (n) => t('adminPeople.changedN', { n }));
      onDone();
    } catch (error) {
      setRefused(failureMessage(error, t('errors.unknown')));
      setBusy(false);
    } finally {
      peopleChanged();
    }
  };
  return (
    <Dialog opened onClose={onClose} title={t(`adminPeople.${kind}Title`, { n: accounts.length })}>
      <div className={styles.dialogForm}>
        {kind === 'department' && (
          <DepartmentSelect
            label={t('adminPeople.department')}
            placeholder={t('adminPeople.noDepartment')}
            value={form.departmentId}
            name=""
            onChange={(departmentId) => put({ departmentId })}
          />
        )}
        {kind === 'roles' && (
          <MultiSelect
            label={t('adminPeople.roles')}
            description={t('adminPeople.rolesReplaced')}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            data={(roles ?? []).map((role) => ({ value: role.roleId, label: roleName(role) }))}
            value={form.roleIds}
            hidePickedOptions
            searchable
            onChange={(roleIds) => put({ roleIds })}
          />
        )}
        {(kind === 'quota' || kind === 'speed' || kind === 'validity') && (
          <SegmentedControl
            fullWidth
            aria-label={t(`adminPeople.${kind}`)}
            value={form.limited ? 'limit' : 'none'}
            onChange={(value) => put({ limited: value === 'limit' })}
            data={[
              {
                value: 'none',
                label: t(kind === 'validity' ? 'adminPeople.noEnd' : kind === 'speed' ? 'adminPeople.byDefault' : 'adminPeople.unlimited'),
              },
              { value: 'limit', label: t(kind === 'validity' ? 'adminPeople.until' : 'adminPeople.limited') },
            ]}
          />
        )}
        {(kind === 'quota' || kind === 'speed') && form.limited && (
          <NumberInput
            label={kind === 'quota' ? `${t('adminPeople.quota')} (GB)` : `${t('adminPeople.speed')} (MB/s)`}
            min={0}
            thousandSeparator=","
            value={form.number}
            onChange={(number) => put({ number })}
          />
        )}
        {kind === 'validity' && form.limited && (
          <DayField
            label={t('adminPeople.until')}
            hint={t('adminPeople.untilHint')}
            value={form.until}
            min={today}
            onChange={(until) => put({ until })}
          />
        )}
        <Refused text={refused} />
        <div className={styles.dialogFoot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} disabled={change === null} onClick={() => void save()}>
            {t('adminPeople.changeN', { n: accounts.length })}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
