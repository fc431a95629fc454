import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';
import styles from './notices.module.css';

interface OpenPlaceProps {
  label: string;
  /** An address of the app. */
  place: string;
  touch: boolean;
  /** Closes the notification board. */
  onLeave(): void;
}

/** Leads from a notification to what it is about. */
export function OpenPlace({ label, place, touch, onLeave }: OpenPlaceProps) {
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
        {label}
      </Button>
    </div>
  );
}
