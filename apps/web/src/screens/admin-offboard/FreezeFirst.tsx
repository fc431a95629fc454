import { Button } from '@mantine/core';
import { Snowflake } from 'lucide-react';
import { useState } from 'react';
import { calls } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { offboardChanged } from './offboard-queries.ts';
import styles from './offboard.module.css';

/** Says that only a suspended person can be offboarded, and offers it. */
export function FreezeFirst({ userId, may }: { userId: string; may: boolean }) {
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const freeze = async () => {
    setBusy(true);
    try {
      const [outcome] = await call(calls.adminUser.freeze, { userIds: [userId] });
      if (outcome && !outcome.done) toast.error(outcome.errmsg);
    } catch (error) {
      toast.error(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
      offboardChanged();
    }
  };
  return (
    <div className={styles.warning} role="status">
      <Snowflake size={16} strokeWidth={1.75} aria-hidden />
      <span>
        <b>{t('adminOffboard.freezeFirst')}</b>
        {t('adminOffboard.freezeOffer')}
      </span>
      {may && (
        <Button size="xs" variant="default" loading={busy} disabled={offline} onClick={() => void freeze()}>
          {t('adminOffboard.freezeAndGo')}
        </Button>
      )}
    </div>
  );
}
