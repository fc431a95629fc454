import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { SkeletonRows } from '../../ui/empty-state/index.ts';
import { personChoice, type Choice } from './chosen.ts';
import { ChoiceFace, Tick } from './ChoiceFace.tsx';
import { Hint } from './Hint.tsx';
import { stillThere } from './people-queries.ts';
import { recentChoices } from './recent-choices.ts';
import styles from './people.module.css';

interface RecentListProps {
  userId: string;
  ids: ReadonlySet<string>;
  onToggle(choice: Choice): void;
  peopleOnly: boolean;
}

/** Recent choices with current names and departments; people who have left are not offered. */
export function RecentList({ userId, ids, onToggle, peopleOnly }: RecentListProps) {
  const [stored] = useState(() => recentChoices(userId));
  const { data: people, isLoading } = useQuery(stillThere(stored.flatMap((one) => (one.kind === 'person' ? [one.accountName] : []))));
  if (isLoading) return <SkeletonRows rows={4} />;
  const choices = stored.flatMap((one) => {
    if (peopleOnly && one.kind === 'department') return [];
    if (one.kind === 'department' || !people) return [one];
    const person = people.get(one.id);
    return person ? [personChoice(person)] : [];
  });
  if (choices.length === 0) return <Hint text={t('departments.noRecent')} />;
  return (
    <ul className={styles.plain} aria-label={t('departments.recent')}>
      {choices.map((choice) => {
        const chosen = ids.has(choice.id);
        return (
          <li key={choice.id}>
            <button
              type="button"
              className={styles.row}
              aria-pressed={chosen}
              data-chosen={chosen || undefined}
              onClick={() => onToggle(choice)}
            >
              <Tick on={chosen} />
              <ChoiceFace choice={choice} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
