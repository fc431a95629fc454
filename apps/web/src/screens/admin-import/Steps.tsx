import { Check } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import styles from './import.module.css';

/** The three steps; `at` counts from 0. */
export function Steps({ at }: { at: number }) {
  const names = [t('adminImport.stepChoose'), t('adminImport.stepCheck'), t('adminImport.stepRun')];
  return (
    <ol className={styles.steps} aria-label={t('adminImport.steps')}>
      {names.map((name, index) => (
        <li key={name} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={styles.stepMark} aria-hidden>
            {index < at ? <Check size={12} strokeWidth={3} /> : index + 1}
          </span>
          {name}
        </li>
      ))}
    </ol>
  );
}
