import { MultiSelect, NumberInput, PasswordInput, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { companyRoleList } from '../../features/company-roles/company-role-queries.ts';
import { roleName } from '../../features/company-roles/role-names.ts';
import { t } from '../../i18n/index.ts';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { FieldLabel, Hint } from '../../ui/form-parts/FormParts.tsx';
import type { AccountFaults, AccountForm } from './account-form.ts';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { PersonPlatforms } from './PersonPlatforms.tsx';
import styles from './people.module.css';

interface AccountFieldsProps {
  form: AccountForm;
  /** Null: a new account. */
  account: Account | null;
  /** Of the department that the form began with. */
  departmentName: string;
  faults: AccountFaults;
  mayAssign: boolean;
  onChange(next: Partial<AccountForm>): void;
}

const optional = (label: string) => (
  <>
    {label} <span className={styles.optional}>{t('adminPeople.optional')}</span>
  </>
);

/** The fields of an account, in one column; short pairs stand side by side. */
export function AccountFields({ form, account, departmentName, faults, mayAssign, onChange }: AccountFieldsProps) {
  const [today] = useState(() => new Date());
  const text = (name: 'realName' | 'accountName' | 'userName' | 'phone' | 'email') => ({
    name,
    value: form[name],
    error: faults[name],
    maxLength: 1024,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [name]: event.currentTarget.value }),
  });
  const directory = account?.directoryName ?? null;
  const ofDirectory = { disabled: directory !== null };
  return (
    <>
      {directory !== null && <Hint>{t('adminPeople.ofDirectory', { name: directory })}</Hint>}
      <div className={styles.pair}>
        <TextInput label={t('adminPeople.fullName')} data-autofocus {...text('realName')} {...ofDirectory} />
        <TextInput
          label={t('adminPeople.account')}
          {...text('accountName')}
          readOnly={account !== null}
          disabled={account !== null}
          {...(!account && { description: t('adminPeople.accountHint'), inputWrapperOrder: ['label', 'input', 'error', 'description'] })}
        />
      </div>
      <DepartmentSelect
        label={t('adminPeople.department')}
        placeholder={t('adminPeople.noDepartment')}
        value={form.departmentId}
        name={departmentName}
        error={faults.departmentId}
        {...ofDirectory}
        onChange={(departmentId) => onChange({ departmentId })}
      />
      <TextInput label={optional(t('adminPeople.userName'))} placeholder={t('adminPeople.userNameHint')} {...text('userName')} />
      <div className={styles.pair}>
        <TextInput label={optional(t('adminPeople.phone'))} type="tel" {...text('phone')} />
        <TextInput label={optional(t('adminPeople.email'))} type="email" {...text('email')} {...ofDirectory} />
      </div>
      {account && <PersonPlatforms account={account} />}
      <Roles form={form} account={account} mayAssign={mayAssign} error={faults.roleIds} onChange={onChange} />
      {!account && <FirstPassword form={form} error={faults.password} onChange={onChange} />}
      <Limits form={form} creating={account === null} faults={faults} onChange={onChange} />
      <div className={styles.pair}>
        <div>
          <FieldLabel>{t('adminPeople.validity')}</FieldLabel>
          <SegmentedControl
            fullWidth
            aria-label={t('adminPeople.validity')}
            value={form.validity}
            onChange={(validity) => onChange({ validity: validity as AccountForm['validity'] })}
            data={[
              { value: 'none', label: t('adminPeople.noEnd') },
              { value: 'until', label: t('adminPeople.until') },
            ]}
          />
        </div>
        {form.validity === 'until' && (
          <DayField
            label={t('adminPeople.until')}
            hint={t('adminPeople.untilHint')}
            value={form.until}
            min={today}
            error={faults.until}
            onChange={(until) => onChange({ until })}
          />
        )}
      </div>
    </>
  );
}

interface RolesProps extends Omit<AccountFieldsProps, 'faults' | 'departmentName'> {
  error: string | undefined;
}

function Roles({ form, account, mayAssign, error, onChange }: RolesProps) {
  const maySee = useCurrentUser()?.adminItems.includes('roles.view') ?? false;
  const { data: roles } = useQuery({ ...companyRoleList, enabled: maySee });
  const known = roles ?? account?.roles ?? [];
  const employee = roles?.find(({ builtIn }) => builtIn === 'employee')?.roleId;
  const chosen = form.roleIds.length > 0 ? form.roleIds : account || employee === undefined ? [] : [employee];
  const mayChoose = mayAssign && maySee;
  return (
    <MultiSelect
      name="roleIds"
      label={t('adminPeople.roles')}
      description={mayChoose ? undefined : account ? t('adminPeople.rolesKept') : t('adminPeople.onlyDefaultRole')}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      data={known.map((role) => ({ value: role.roleId, label: roleName(role) }))}
      value={[...chosen]}
      disabled={!mayChoose}
      error={error}
      hidePickedOptions
      searchable
      comboboxProps={{ withinPortal: true }}
      onChange={(roleIds) => onChange({ roleIds })}
    />
  );
}

function FirstPassword({ form, error, onChange }: Pick<AccountFieldsProps, 'form' | 'onChange'> & { error: string | undefined }) {
  return (
    <div>
      <FieldLabel>{t('adminPeople.password')}</FieldLabel>
      <SegmentedControl
        fullWidth
        aria-label={t('adminPeople.password')}
        value={form.passwordBy}
        onChange={(passwordBy) => onChange({ passwordBy: passwordBy as AccountForm['passwordBy'] })}
        data={[
          { value: 'drawn', label: t('adminPeople.drawn') },
          { value: 'hand', label: t('adminPeople.given') },
        ]}
      />
      {form.passwordBy === 'drawn' ? (
        <Hint>{t('adminPeople.drawnHint')}</Hint>
      ) : (
        <PasswordInput
          mt={8}
          name="password"
          aria-label={t('adminPeople.password')}
          description={t('identity.passwordRule')}
          inputWrapperOrder={['input', 'error', 'description']}
          value={form.password}
          error={error}
          maxLength={1024}
          autoComplete="new-password"
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** Storage and speed: by the company's default, without a limit, or a number. */
function Limits({ form, creating, faults, onChange }: Pick<AccountFieldsProps, 'form' | 'faults' | 'onChange'> & { creating: boolean }) {
  return (
    <>
      <div className={styles.pair}>
        <Select
          label={t('adminPeople.quota')}
          allowDeselect={false}
          value={form.quotaBy}
          onChange={(quotaBy) => quotaBy && onChange({ quotaBy })}
          data={[
            ...(creating ? [{ value: 'default' as const, label: t('adminPeople.byDefault') }] : []),
            { value: 'none' as const, label: t('adminPeople.unlimited') },
            { value: 'limit' as const, label: t('adminPeople.limited') },
          ]}
        />
        {form.quotaBy === 'limit' && (
          <NumberInput
            name="quotaGB"
            label={`${t('adminPeople.quota')} (GB)`}
            min={0}
            thousandSeparator=","
            value={form.quotaGB}
            error={faults.quotaGB}
            onChange={(quotaGB) => onChange({ quotaGB })}
          />
        )}
      </div>
      <div className={styles.pair}>
        <Select
          label={t('adminPeople.speed')}
          allowDeselect={false}
          value={form.speedBy}
          onChange={(speedBy) => speedBy && onChange({ speedBy })}
          data={[
            { value: 'default' as const, label: t('adminPeople.byDefault') },
            { value: 'limit' as const, label: t('adminPeople.limited') },
          ]}
        />
        {form.speedBy === 'limit' && (
          <NumberInput
            name="speedMB"
            label={`${t('adminPeople.speed')} (MB/s)`}
            min={0}
            thousandSeparator=","
            value={form.speedMB}
            error={faults.speedMB}
            onChange={(speedMB) => onChange({ speedMB })}
          />
        )}
      </div>
    </>
  );
}
