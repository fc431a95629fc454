import { Button } from '@mantine/core';
import styles from './people.module.css';

/** A sentence in place of rows, with an action. */
export function Hint({
  text,
  action,
  alert = false,
}: {
  text: string;
  action?: { label: string; run(): void } | undefined;
  alert?: boolean;
}) {
  return (
    <div className={styles.hint} role={alert ? 'alert' : 'status'}>
      <p>{text}</p>
      {action && (
        <Button variant="default" size="xs" onClick={action.run}>
          {action.label}
        </Button>
      )}
    </div>
  );
}
