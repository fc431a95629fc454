import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { answerHandover } from './group-actions.ts';
import styles from './Handover.module.css';

/** The buttons with which the receiver accepts or declines. */
export function HandoverAnswer({ groupId }: { groupId: string }) {
  const [busy, setBusy] = useState(false);
  const size = usePhone() ? 'lg' : 'xs';
  const answer = async (accept: boolean) => {
    setBusy(true);
    await answerHandover(groupId, accept);
    setBusy(false);
  };
  return (
    <div className={styles.answer}>
      <Button size={size} disabled={busy} onClick={() => void answer(true)}>
        {t('groups.accept')}
      </Button>
      <Button size={size} variant="default" disabled={busy} onClick={() => void answer(false)}>
        {t('groups.decline')}
      </Button>
    </div>
  );
}
