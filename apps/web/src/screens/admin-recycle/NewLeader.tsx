import { Button, Modal } from '@mantine/core';
import { useState } from 'react';
import type { SecondBinItem } from '@alcove/contract';
import { PersonSelect, type Chosen } from '../../features/people/PersonSelect.tsx';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
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
  useReturnFocus();
  const first = groups[0]!;
  return (
    <Modal
      opened
      onClose={onClose}
      fullScreen={phone}
      title={
        groups.length === 1 ? t('adminBin.leaderTitle', { name: first.instanceName }) : t('adminBin.leadersTitle', { n: groups.length })
      }
      closeButtonProps={{ 'aria-label': t('common.close') }}
      attributes={{ header: { role: 'presentation' } }}
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
    </Modal>
  );
}
