import { PasswordInput, Select, Switch, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { limits, signingAlgorithms, type SigningAlgorithm } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { FieldLabel } from '../../ui/form-parts/FormParts.tsx';
import type { PlatformDraft, PlatformField } from './platform-draft.ts';
import type { FieldsProps } from './platform-kind.ts';
import styles from './platforms.module.css';

type TextField = PlatformField | 'scopes' | 'accountNameClaim' | 'realNameClaim' | 'mailClaim';

export function PlatformFields({ draft, faults, disabled, onChange }: FieldsProps<PlatformDraft>) {
  const text = (field: TextField) => ({
    'data-field': field,
    value: draft[field] ?? '',
    error: faults[field],
    disabled,
    spellCheck: false,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.currentTarget.value }),
  });
  const turned = (field: 'matchesAccounts' | 'createsAccounts' | 'enabled' | 'isTheSignIn' | 'asksSecondFactor') => ({
    checked: draft[field],
    disabled,
    onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [field]: event.currentTarget.checked }),
  });
  return (
    <>
      <TextInput
        {...text('name')}
        label={t('adminPlatforms.name')}
        description={t('adminPlatforms.nameHint')}
        maxLength={limits.platformNameLength}
      />
      <TextInput {...text('issuer')} label={t('adminPlatforms.issuer')} description={t('adminPlatforms.issuerHint')} maxLength={512} />
      <TextInput {...text('clientId')} label={t('adminPlatforms.clientId')} maxLength={256} autoComplete="off" />
      <PasswordInput
        {...text('secret')}
        label={t('adminPlatforms.secret')}
        description={t(draft.secret === null ? 'adminPlatforms.secretStored' : 'adminPlatforms.secretHint')}
        placeholder={draft.secret === null ? '••••••••' : undefined}
        maxLength={1024}
        autoComplete="new-password"
      />
      <div className={styles.pair}>
        <TextInput {...text('scopes')} label={t('adminPlatforms.scopes')} />
        <Select
          label={t('adminPlatforms.algorithm')}
          allowDeselect={false}
          value={draft.algorithm}
          disabled={disabled}
          data={signingAlgorithms.map((value) => value)}
          onChange={(value) => value !== null && onChange({ algorithm: value as SigningAlgorithm })}
        />
      </div>
      <div className={styles.three}>
        <TextInput {...text('accountNameClaim')} label={t('adminPlatforms.accountNameClaim')} />
        <TextInput {...text('realNameClaim')} label={t('adminPlatforms.realNameClaim')} />
        <TextInput {...text('mailClaim')} label={t('adminPlatforms.mailClaim')} />
      </div>
      <div className={styles.switches}>
        <FieldLabel>{t('adminPlatforms.firstSignIn')}</FieldLabel>
        <Switch {...turned('matchesAccounts')} label={t('adminPlatforms.matches')} description={t('adminPlatforms.matchesHint')} />
        <Switch {...turned('createsAccounts')} label={t('adminPlatforms.creates')} description={t('adminPlatforms.createsHint')} />
      </div>
      <div className={styles.switches}>
        <FieldLabel>{t('adminPlatforms.signInPage')}</FieldLabel>
        <Switch {...turned('enabled')} label={t('adminPlatforms.enabled')} />
        <Switch {...turned('isTheSignIn')} label={t('adminPlatforms.isTheSignIn')} description={t('adminPlatforms.isTheSignInHint')} />
        <Switch
          {...turned('asksSecondFactor')}
          label={t('adminPlatforms.asksSecondFactor')}
          description={t('adminPlatforms.asksSecondFactorHint')}
        />
      </div>
    </>
  );
}
