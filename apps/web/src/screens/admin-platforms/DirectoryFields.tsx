import { PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FieldLabel } from '../../ui/form-parts/FormParts.tsx';
import type { DirectoryDraft } from './directory-draft.ts';
import type { FieldsProps } from './platform-kind.ts';
import styles from './platforms.module.css';

type TextField = { [Field in keyof DirectoryDraft]: DirectoryDraft[Field] extends boolean ? never : Field }[keyof DirectoryDraft];

export function DirectoryFields({ draft, faults, disabled, onChange }: FieldsProps<DirectoryDraft>) {
  const text = (field: TextField) => ({
    'data-field': field,
    value: draft[field] ?? '',
    error: faults[field],
    disabled,
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange({ [field]: event.currentTarget.value }),
  });
  const turned = (field: 'startTls' | 'matchesAccounts' | 'createsAccounts' | 'enabled') => ({
    checked: draft[field],
    disabled,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.currentTarget.checked }),
  });
  return (
    <>
      <TextInput
        {...text('name')}
        label={t('adminPlatforms.name')}
        description={t('adminPlatforms.directoryNameHint')}
        maxLength={limits.platformNameLength}
      />
      <TextInput {...text('url')} label={t('adminPlatforms.url')} description={t('adminPlatforms.urlHint')} maxLength={512} />
      {/^\s*ldap:/i.test(draft.url) && (
        <Switch {...turned('startTls')} label={t('adminPlatforms.startTls')} description={t('adminPlatforms.startTlsHint')} />
      )}
      <Textarea
        {...text('authority')}
        label={t('adminPlatforms.authority')}
        description={t('adminPlatforms.authorityHint')}
        autosize
        minRows={2}
        maxRows={4}
        maxLength={16_384}
      />
      <TextInput {...text('base')} label={t('adminPlatforms.base')} maxLength={512} />
      <TextInput
        {...text('user')}
        label={t('adminPlatforms.user')}
        description={t('adminPlatforms.userHint')}
        maxLength={256}
        autoComplete="off"
      />
      <PasswordInput
        {...text('secret')}
        label={t('adminPlatforms.directoryPassword')}
        description={draft.secret === null ? t('adminPlatforms.directoryPasswordStored') : undefined}
        placeholder={draft.secret === null ? '••••••••' : undefined}
        maxLength={1024}
        autoComplete="new-password"
      />
      <TextInput {...text('filter')} label={t('adminPlatforms.filter')} maxLength={1024} />
      <div className={styles.three}>
        <TextInput {...text('accountNameClaim')} label={t('adminPlatforms.accountNameAttribute')} maxLength={64} />
        <TextInput {...text('realNameClaim')} label={t('adminPlatforms.realNameAttribute')} maxLength={64} />
        <TextInput {...text('mailClaim')} label={t('adminPlatforms.mailAttribute')} maxLength={64} />
        <TextInput
          {...text('departmentClaim')}
          label={t('adminPlatforms.departmentAttribute')}
          placeholder={t('adminPlatforms.departmentByUnit')}
          maxLength={64}
        />
      </div>
      <div className={styles.switches}>
        <FieldLabel>{t('adminPlatforms.firstSignIn')}</FieldLabel>
        <Switch {...turned('matchesAccounts')} label={t('adminPlatforms.matches')} description={t('adminPlatforms.matchesHint')} />
        <Switch {...turned('createsAccounts')} label={t('adminPlatforms.creates')} description={t('adminPlatforms.createsHint')} />
      </div>
      <Switch {...turned('enabled')} label={t('adminPlatforms.enabled')} />
    </>
  );
}
