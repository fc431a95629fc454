import { Link } from 'react-router';
import type { RightsChange } from '@alcove/contract';
import { actionNames } from '@alcove/contract/action-names';
import { useCurrentUser } from '../../api/current-user.ts';
import { currentLanguage, formatFullTime, formatTime, t } from '../../i18n/index.ts';
import styles from './dashboard.module.css';

const actionText = ({ action, about }: RightsChange): string => {
  const name = actionNames[action]?.[currentLanguage()] ?? action;
  return about ? t('adminDashboard.about', { action: name, about }) : name;
};

/** Who changed whose rights lately. */
export function Rights({ changes }: { changes: readonly RightsChange[] }) {
  const reads = useCurrentUser()?.adminItems.includes('logs.view') ?? false;
  return (
    <section className={styles.part} aria-label={t('adminDashboard.rights')}>
      <header>
        <h2>{t('adminDashboard.rights')}</h2>
        {reads && <Link to="/admin/logs">{t('adminDashboard.toLog')}</Link>}
      </header>
      {changes.length === 0 && <p className={styles.note}>{t('adminDashboard.noRights')}</p>}
      <ul className={styles.rights}>
        {changes.map((change) => (
          <li key={change.id}>
            <span className={styles.cut} title={actionText(change)}>
              {actionText(change)}
            </span>
            <span className={styles.fact}>
              {change.who ?? t('adminDashboard.system')}
              <time dateTime={change.time} title={formatFullTime(change.time)}>
                {formatTime(change.time)}
              </time>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
