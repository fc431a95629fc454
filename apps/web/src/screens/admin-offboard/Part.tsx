import { Building2, Check, Folder, Inbox, ListChecks, Star, UserX, Users, UsersRound, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OffboardingPartName } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { partNames } from './part-words.ts';
import styles from './offboard.module.css';

const icons: Record<OffboardingPartName, LucideIcon> = {
  space: Folder,
  groups: Users,
  departments: Building2,
  shares: UsersRound,
  requests: Inbox,
  work: ListChecks,
  held: Star,
  account: UserX,
};

interface PartProps {
  part: OffboardingPartName;
  /** What it counts. */
  facts: string;
  /** At the end of the line: who gets it, or what became of it. */
  end?: ReactNode;
  done?: boolean;
  children?: ReactNode;
}

/** One part of what a person leaves behind. */
export function Part({ part, facts, end, done = false, children }: PartProps) {
  const Icon = done ? Check : icons[part];
  return (
    <li className={styles.part}>
      <span className={styles.mark} data-done={done || undefined} aria-hidden>
        <Icon size={15} strokeWidth={done ? 2.4 : 1.75} />
      </span>
      <div className={styles.partBody}>
        <div className={styles.partLine}>
          <span className={styles.partName}>
            <b>{t(partNames[part])}</b>
            <span className={styles.quiet}>{facts}</span>
          </span>
          {end !== undefined && <span className={styles.end}>{end}</span>}
        </div>
        {children}
      </div>
    </li>
  );
}
