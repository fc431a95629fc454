import { Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limits } from '@alcove/contract';
import { t } from '../../../i18n/index.ts';
import { FieldLabel } from '../../../ui/form-parts/FormParts.tsx';
import type { FieldsProps } from '../platform-kind.ts';
import { platformsQuery } from '../platform-queries.ts';
import type { ScimDraft } from './scim-kind.ts';
import styles from '../platforms.module.css';

export function ScimFields({ draft, faults, disabled, onChange }: FieldsProps<ScimDraft>) {
  const { data = [] } = useQuery(platformsQuery);
  const providers = data.filter(({ protocol }) => protocol === 'oidc');
  return (
    <>
      <TextInput
        data-field="name"
        label={t('adminPlatforms.name')}
        description={t('adminScim.nameHint')}
        value={draft.name}
        error={faults.name}
        disabled={disabled}
        maxLength={limits.platformNameLength}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Select
        data-field="signInPlatformId"
        label={t('adminScim.signInPlatform')}
        description={t('adminScim.signInPlatformHint')}
        placeholder={t('adminScim.noSignInPlatform')}
        error={faults.signInPlatformId}
        disabled={disabled}
        clearable
        value={draft.signInPlatformId}
        data={providers.map(({ platformId, name }) => ({ value: platformId, label: name }))}
        onChange={(signInPlatformId) => onChange({ signInPlatformId })}
      />
      {draft.signInPlatformId !== null && (
        <TextInput
          data-field="signInClaim"
          label={t('adminScim.signInClaim')}
          description={t('adminScim.signInClaimHint')}
          value={draft.signInClaim}
          error={faults.signInClaim}
          disabled={disabled}
          spellCheck={false}
          maxLength={64}
          onChange={(event) => onChange({ signInClaim: event.currentTarget.value })}
        />
      )}
      <div className={styles.switches}>
        <FieldLabel>{t('adminScim.people')}</FieldLabel>
        <Switch
          label={t('adminPlatforms.matches')}
          description={t('adminScim.matchesHint')}
          checked={draft.matchesAccounts}
          disabled={disabled}
          onChange={(event) => onChange({ matchesAccounts: event.currentTarget.checked })}
        />
        <Switch
          label={t('adminPlatforms.enabled')}
          checked={draft.enabled}
          disabled={disabled}
          onChange={(event) => onChange({ enabled: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
