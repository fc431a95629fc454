import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { formatTime, t } from '../../i18n/index.ts';
import { withdrawHandover } from './group-actions.ts';
import { waitingHandover } from './group-queries.ts';
import { HandoverAnswer } from './HandoverAnswer.tsx';
import styles from './Handover.module.css';
import shared from '../../items/shared.module.css';

/** A pending ownership transfer: the sender can withdraw it, the receiver can answer it, and nobody else sees it. */
export function HandoverBanner({ groupId, userId }: { groupId: string; userId: string }) {
  const { data: handover } = useQuery(waitingHandover(groupId));
  if (!handover) return null;
  const { sender, receiver, createTime } = handover;
  const mine = receiver.userId === userId;
  return (
    <div className={styles.handover} role="status">
      <ArrowLeftRight size={15} aria-hidden />
      <div className={shared.grow}>
        {mine ? t('groups.handoverMine', { name: sender.name }) : t('groups.handoverWaiting', { name: receiver.name })}
        <small>{formatTime(createTime)}</small>
        {mine && <HandoverAnswer groupId={groupId} />}
      </div>
      {!mine && (
        <Button size="xs" variant="default" onClick={() => void withdrawHandover(groupId)}>
          {t('groups.withdraw')}
        </Button>
      )}
    </div>
  );
}
