import { ActionIcon } from '@mantine/core';
import { Copy } from 'lucide-react';
import type { OidcPlatform } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { copyText } from '../../ui/copy-text.ts';
import { FieldLabel } from '../../ui/form-parts/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import styles from './platforms.module.css';

const copy = async (address: string): Promise<void> => {
  if (await copyText(address)) toast.success(t('adminPlatforms.copied'));
  else toast.error(t('adminPlatforms.notCopied'));
};

/** What must be entered at the platform. */
export function PlatformAddresses({ redirect, signedOut, logout }: OidcPlatform['addresses']) {
  const rows = [
    [t('adminPlatforms.redirect'), redirect],
    [t('adminPlatforms.signedOut'), signedOut],
    [t('adminPlatforms.logout'), logout],
  ] as const;
  return (
    <section aria-label={t('adminPlatforms.addresses')}>
      <AddressList rows={rows} />
    </section>
  );
}

export const AddressList = ({ rows }: { rows: readonly (readonly [label: string, address: string])[] }) => (
  <>
    <FieldLabel>{t('adminPlatforms.addresses')}</FieldLabel>
    <dl className={styles.addresses}>
      {rows.map(([label, address]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span>{address}</span>
            <ActionIcon variant="subtle" aria-label={t('adminPlatforms.copy', { name: label })} onClick={() => void copy(address)}>
              <Copy size={16} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </dd>
        </div>
      ))}
    </dl>
  </>
);
