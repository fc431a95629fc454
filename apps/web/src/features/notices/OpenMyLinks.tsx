import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import { t } from '../../i18n/index.ts';
import styles from './notices.module.css';

/** Leads from a notification about the person's own external links to them. `onLeave` closes the board. */
export function OpenMyLinks({ place, touch, onLeave }: { place: string; touch: boolean; onLeave(): void }) {
  const navigate = useNavigate();
  return (
    <div className={styles.open}>
      <Button
        size={touch ? 'lg' : 'xs'}
        variant="default"
        onClick={() => {
          onLeave();
          void navigate(place);
        }}
      >
        {t('notices.openLinks')}
      </Button>
    </div>
  );
}
