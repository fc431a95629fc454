import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { Notice } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { addressOf } from '../../items/file-address.ts';
import styles from './comments.module.css';

type Commented = Extract<Notice, { kind: 'comment' }>;

/** A link to the commented item. `onLeave` closes the notification board. */
export function OpenCommented({ notice: { data }, touch, onLeave }: { notice: Commented; touch: boolean; onLeave(): void }) {
  const navigate = useNavigate();
  return (
    <div className={styles.open}>
      <Button
        size={touch ? 'lg' : 'xs'}
        variant="default"
        onClick={() => {
          onLeave();
          void addressOf(data.instanceId).then((address) => navigate(address));
        }}
      >
        {t('comments.open')}
      </Button>
    </div>
  );
}
