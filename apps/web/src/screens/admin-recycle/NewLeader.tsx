import { Button } from '@mantine/core';
import { useState } from 'react';
import type { SecondBinItem } from '@alcove/contract';
import { PersonSelect, type Chosen } from '../../features/people/PersonSelect.tsx';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import styles from './second-bin.module.css';

interface NewLeaderProps {
  /** At least one group's leader has left. */
  items: readonly SecondBinItem[];
  onPick(leaderId: string): void;
  onClose(): void;
}

/** Names who leads groups from now on whose leader has left. */
export function NewLeader({ items, onPick, onClose }: NewLeaderProps) {
  const [leader, setLeader] = useState<Chosen | null>(null);
  const phone = usePhone();
  const groups = items.filter(({ leaderLeft }) => leaderLeft);
  const first = groups[0]!;
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={phone}
      title={
        groups.length === 1 ? t('adminBin.leaderTitle', { name: first.instanceName }) : t('adminBin.leadersTitle', { n: groups.length })
      }
    >
      <p className={styles.leaderText}>{t('adminBin.leaderText')}</p>
      <PersonSelect
        label={t('adminBin.leader')}
        placeholder={t('adminBin.leader')}
        size={phone ? 'lg' : 'sm'}
        face
        value={leader}
        onChange={setLeader}
      />
      <div className={styles.foot}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button disabled={!leader} onClick={() => leader && onPick(leader.userId)}>
          {t('adminBin.restore')}
        </Button>
      </div>
    </Dialog>
  );
}
