import { Badge } from '@mantine/core';
import { Clock } from 'lucide-react';
import type { LinkState } from '@alcove/contract';
import { stateName } from './link-words.ts';
import styles from './links.module.css';

const colors = { verifying: 'yellow', valid: 'green', expired: 'gray', failed: 'red' } as const;

/** A link's state as a tag. */
export const StateTag = ({ state }: { state: LinkState }) => (
  <Badge
    className={styles.tag ?? ''}
    color={colors[state]}
    leftSection={state === 'verifying' && <Clock size={12} strokeWidth={2} aria-hidden />}
  >
    {stateName(state)}
  </Badge>
);
