import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import type { DashboardState, PartState } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { drillFigures, partFact, partHelp, partName } from './part-words.ts';
import styles from './dashboard.module.css';

const icons = { well: CircleCheck, warning: TriangleAlert, failed: OctagonAlert } as const;

/** Whether each part is well, and if not, what to do. */
export function Parts({ state: { parts, failedTasks } }: { state: DashboardState }) {
  const unwell = parts.filter((part) => part.state !== 'well').length + (failedTasks > 0 ? 1 : 0);
  return (
    <section className={styles.part} aria-label={t('adminDashboard.parts')}>
      <header>
        <h2>{t('adminDashboard.parts')}</h2>
        <span>{unwell > 0 ? t('adminDashboard.unwell', { n: unwell }) : t('adminDashboard.allWell')}</span>
      </header>
      <ul className={styles.parts}>
        {parts.map((part) => (
          <Part
            key={part.part}
            state={part.state}
            name={partName(part)}
            fact={partFact(part)}
            help={partHelp(part)}
            figures={drillFigures(part)}
          />
        ))}
        <Part
          state={failedTasks > 0 ? 'warning' : 'well'}
          name={t('adminDashboard.tasks')}
          fact={failedTasks > 0 ? t('adminDashboard.failedTasks', { n: failedTasks }) : t('adminDashboard.noFailedTasks')}
          help={null}
        />
      </ul>
    </section>
  );
}

interface PartProps {
  state: PartState;
  name: string;
  fact: string;
  help: string | null;
  figures?: string | null;
}

function Part({ state, name, fact, help, figures = null }: PartProps) {
  const Icon = icons[state];
  return (
    <li data-state={state}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      <span>{name}</span>
      <span className={styles.fact}>{fact}</span>
      {figures !== null && <p>{figures}</p>}
      {help !== null && <p>{help}</p>}
    </li>
  );
}
