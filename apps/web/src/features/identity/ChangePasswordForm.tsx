import { Button, PasswordInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { calls, failures } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';
import { useAction } from '../../ui/use-action.ts';
import { useOnce } from '../../ui/use-once.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { passwordFaults } from './password-faults.ts';
import type { PasswordChange } from './password-faults.ts';
import styles from './ChangePasswordForm.module.css';

const fields = ['oldPassword', 'newPassword', 'confirmPassword'] as const;

/** The form field that a refusal of the server is about. */
function fieldOf(error: CallFailed): keyof PasswordChange | null {
  const named = fields.find((field) => field === error.field);
  if (named) return named;
  if (error.errcode === failures.OLD_PASSWORD_WRONG.errcode) return 'oldPassword';
  if (error.errcode === failures.PASSWORD_WEAK.errcode || error.errcode === failures.PASSWORD_UNCHANGED.errcode) return 'newPassword';
  return error.errcode === failures.PASSWORDS_DIFFER.errcode ? 'confirmPassword' : null;
}

interface Props {
  /** The label of the present password, which somebody else may have chosen. */
  oldLabel: string;
  submitLabel: string;
  cancelLabel: string;
  onDone: () => void;
  onCancel: () => void;
}

/** Both this form and the server check the rules; either way the field shows the problem. */
export function ChangePasswordForm({ oldLabel, submitLabel, cancelLabel, onDone, onCancel }: Props) {
  const [values, setValues] = useState<PasswordChange>({ oldPassword: '', newPassword: '', confirmPassword: '' });
  const [errors, setErrors] = useState<Partial<Record<keyof PasswordChange, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  const change = useAction(calls.user.changePassword, { quiet: true, onDone });
  const changeOnce = useOnce(change);

  function show(found: Partial<Record<keyof PasswordChange, string>>) {
    setErrors(found);
    const first = fields.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const faults = Object.entries(passwordFaults(values)).map(([field, key]) => [field, t(key)]);
    show(Object.fromEntries(faults));
    if (faults.length > 0) return;
    changeOnce(values, {
      onError: (error) => {
        const field = error instanceof CallFailed ? fieldOf(error) : null;
        if (field) show({ [field]: error.message });
        else toast.error(error.message);
      },
    });
  }

  const field = (name: keyof PasswordChange, label: string, description?: string) => (
    <PasswordInput
      name={name}
      label={label}
      description={description}
      value={values[name]}
      error={errors[name]}
      maxLength={1024}
      data-autofocus={name === 'oldPassword' || undefined}
      autoComplete={name === 'oldPassword' ? 'current-password' : 'new-password'}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );
  return (
    <form ref={form} noValidate onSubmit={submit} className={styles.form}>
      {field('oldPassword', oldLabel)}
      {field('newPassword', t('identity.newPassword'), t('identity.passwordRule'))}
      {field('confirmPassword', t('identity.repeatPassword'))}
      <div className={styles.actions}>
        <Button variant="default" onClick={onCancel}>
          {cancelLabel}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
