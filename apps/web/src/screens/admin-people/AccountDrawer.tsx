import { Button, Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { calls, type Account } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { useCurrentUser } from '../../api/current-user.ts';
import { currentLanguage, t } from '../../i18n/index.ts';
import { FormDrawer } from '../../ui/drawer/FormDrawer.tsx';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { FormFields, FormFoot } from '../../ui/drawer/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import {
  accountFaults,
  changesOf,
  creationOf,
  emptyForm,
  formField,
  formOf,
  type AccountFaults,
  type AccountField,
  type AccountForm,
} from './account-form.ts';
import { AccountFields } from './AccountFields.tsx';
import { peopleChanged } from './people-queries.ts';
import drawer from '../../ui/drawer/form-drawer.module.css';

/** What the drawer edits: an account, or a new one in a department. */
export type Edited = { account: Account } | { department: { id: string; name: string } | null };

interface AccountDrawerProps {
  edited: Edited | null;
  onClose(): void;
  /** A password was generated; it must be shown, because it cannot be read again. */
  onPassword(given: { name: string; password: string }): void;
}

/** Creates or edits an account. */
export function AccountDrawer({ edited, onClose, onPassword }: AccountDrawerProps) {
  const title = edited && 'account' in edited ? t('adminPeople.editTitle', { name: edited.account.realName }) : t('adminPeople.create');
  return (
    <FormDrawer opened={edited !== null} title={title} width={440} foot onClose={onClose}>
      {(form) => edited && <Form edited={edited} onPassword={onPassword} {...form} />}
    </FormDrawer>
  );
}

interface FormProps extends FormInDrawer, Pick<AccountDrawerProps, 'onPassword'> {
  edited: Edited;
}

function Form({ edited, onDirty, onCancel, onDone, onPassword }: FormProps) {
  const account = 'account' in edited ? edited.account : null;
  const departmentName = 'account' in edited ? edited.account.departmentName : (edited.department?.name ?? '');
  const [before, setBefore] = useState<AccountForm>(() =>
    'account' in edited ? formOf(edited.account) : emptyForm(edited.department?.id ?? null),
  );
  const [form, setForm] = useState(before);
  const [faults, setFaults] = useState<AccountFaults>({});
  const [refused, setRefused] = useState('');
  const [another, setAnother] = useState(false);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const offline = !useOnline();
  const mayAssign = useCurrentUser()?.adminItems.includes('roles.assign') ?? false;

  const change = (next: Partial<AccountForm>) => {
    setForm((now) => ({ ...now, ...next }));
    setFaults((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in next))));
    onDirty(true);
  };
  const show = (found: AccountFaults) => {
    setFaults(found);
    const names = new Set(Object.keys(found));
    const fields = [...(element.current?.querySelectorAll<HTMLElement>('[name]') ?? [])];
    fields.find((field) => names.has(field.getAttribute('name') ?? ''))?.focus();
  };
  const save = async (): Promise<void> => {
    if (account) {
      const changes = changesOf(form, before);
      if (Object.keys(changes).length > 0) await call(calls.adminUser.update, { userId: account.userId, ...changes });
      toast.success(t('adminPeople.saved'));
      onDone();
      return;
    }
    const { password } = await call(calls.adminUser.create, creationOf(form, mayAssign));
    const name = form.realName.trim();
    if (password === null) toast.success(t('adminPeople.created', { name }));
    else onPassword({ name, password });
    if (!another) return onDone();
    const next = { ...emptyForm(form.departmentId), roleIds: form.roleIds };
    setBefore(next);
    setForm(next);
    onDirty(false);
    element.current?.querySelector<HTMLElement>('[name=realName]')?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setRefused('');
    const found = accountFaults(form, account === null, currentLanguage(), t);
    show(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save();
    } catch (error) {
      const field: AccountField | null = error instanceof CallFailed ? formField(error.field) : null;
      if (field) show({ [field]: failureMessage(error, t('errors.unknown')) });
      else setRefused(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
      peopleChanged();
    }
  };
  return (
    <form ref={element} noValidate className={drawer.form} onSubmit={(event) => void submit(event)}>
      <FormFields refused={refused}>
        <AccountFields
          form={form}
          account={account}
          departmentName={departmentName}
          faults={faults}
          mayAssign={mayAssign}
          onChange={change}
        />
      </FormFields>
      <FormFoot>
        {!account && (
          <Checkbox
            label={t('adminPeople.createAnother')}
            checked={another}
            onChange={(event) => setAnother(event.currentTarget.checked)}
          />
        )}
        <span className={drawer.grow} />
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy} disabled={offline} title={offline ? t('adminPeople.offline') : undefined}>
          {account ? t('common.save') : t('adminPeople.create')}
        </Button>
      </FormFoot>
    </form>
  );
}
