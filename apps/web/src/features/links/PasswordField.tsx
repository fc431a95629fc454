import { ActionIcon, Switch, TextInput, Tooltip } from '@mantine/core';
import { Copy, RefreshCw, Undo2 } from 'lucide-react';
import { limits } from '@alcove/contract';
import { allowed } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { copyPassword } from './copy-links.ts';
import { drawPassword } from './draw-password.ts';
import { Labelled } from './Labelled.tsx';
import type { PasswordDraft } from './link-draft.ts';
import styles from './link-form.module.css';

interface PasswordFieldProps {
  value: PasswordDraft;
  /** The link has a password, which can stay. */
  set: boolean;
  /** The link's password, if this tab still knows it. */
  known: string | undefined;
  error: string | undefined;
  onChange(next: PasswordDraft): void;
}

const icon = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The access password: drawn, typed, kept as it is, or none. */
export function PasswordField({ value, set, known, error, onChange }: PasswordFieldProps) {
  const text = value.kind === 'new' ? value.text : value.kind === 'keep' ? known : undefined;
  const draw = () => onChange({ kind: 'new', text: drawPassword(allowed().linkRules.linkPasswordLength) });
  const toggle = (on: boolean) => (on ? (set ? onChange({ kind: 'keep' }) : draw()) : onChange({ kind: 'none' }));
  const hint =
    value.kind === 'none'
      ? t('links.passwordOff')
      : value.kind === 'new'
        ? t('links.passwordHint', { ...limits.linkPassword, least: allowed().linkRules.linkPasswordLength })
        : undefined;
  return (
    <Labelled
      field="password"
      label={t('links.password')}
      end={
        <Switch
          aria-label={t('links.password')}
          checked={value.kind !== 'none'}
          onChange={(event) => toggle(event.currentTarget.checked)}
        />
      }
      hint={hint}
      error={error}
    >
      {value.kind !== 'none' && (
        <TextInput
          aria-label={t('links.password')}
          classNames={text === undefined ? {} : { input: styles.code ?? '' }}
          placeholder={value.kind === 'keep' ? t('links.passwordKept') : ''}
          value={text ?? ''}
          readOnly={value.kind === 'keep'}
          maxLength={limits.linkPassword.most}
          autoComplete="off"
          spellCheck={false}
          error={error !== undefined}
          rightSectionWidth={set && value.kind === 'new' ? 92 : 64}
          rightSection={
            <span className={styles.fieldTools}>
              {set && value.kind === 'new' && (
                <Tool label={t('links.passwordKeep')} onClick={() => onChange({ kind: 'keep' })}>
                  <Undo2 {...icon} />
                </Tool>
              )}
              <Tool label={t('links.passwordNew')} onClick={draw}>
                <RefreshCw {...icon} />
              </Tool>
              {text !== undefined && text !== '' && (
                <Tool label={t('links.passwordCopy')} onClick={() => void copyPassword(text)}>
                  <Copy {...icon} />
                </Tool>
              )}
            </span>
          }
          onChange={(event) => onChange({ kind: 'new', text: event.currentTarget.value })}
        />
      )}
    </Labelled>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick(): void; children: React.ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="sm" aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
