import { Button } from '@mantine/core';
import { useState } from 'react';
import { calls, type ScimPlatform } from '@alcove/contract';
import { call, failureMessage } from '../../../api/index.ts';
import { formatFullTime, t } from '../../../i18n/index.ts';
import { confirm } from '../../../ui/confirm/confirm.ts';
import { Hint } from '../../../ui/form-parts/FormParts.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { useOnline } from '../../../ui/use-online.ts';
import { platformsChanged } from '../platform-queries.ts';
import { AddressList } from '../PlatformAddresses.tsx';
import styles from '../platforms.module.css';

/** What must be entered at the platform: where it pushes to, and the token, which is shown once. */
export function ScimToken({ platform: { platformId, address, tokenTime, usedTime }, edits }: { platform: ScimPlatform; edits: boolean }) {
  const [token, setToken] = useState('');
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const made = token !== '' || tokenTime !== null;
  const draw = async (): Promise<void> => {
    const question = {
      type: 'warning',
      title: t('adminScim.renewTitle'),
      text: t('adminScim.renewText'),
      confirmLabel: t('adminScim.renew'),
      danger: true,
    } as const;
    if (made && !(await confirm(question))) return;
    setBusy(true);
    try {
      setToken((await call(calls.adminPlatform.renewScimToken, { platformId })).token);
      platformsChanged();
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
    }
  };
  const rows = [[t('adminScim.address'), address] as const, ...(token === '' ? [] : [[t('adminScim.token'), token] as const])];
  const used = usedTime === null || token !== '' ? t('adminScim.neverUsed') : t('adminScim.used', { time: formatFullTime(usedTime) });
  return (
    <section className={styles.token} aria-label={t('adminPlatforms.addresses')}>
      <AddressList rows={rows} />
      {token !== '' && <Hint>{t('adminScim.once')}</Hint>}
      <div>
        {edits && (
          <Button variant="default" loading={busy} disabled={offline} onClick={() => void draw()}>
            {t(made ? 'adminScim.renew' : 'adminScim.make')}
          </Button>
        )}
        <span>{made ? used : t('adminScim.noToken')}</span>
      </div>
    </section>
  );
}
