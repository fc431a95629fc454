import { CircleCheck } from 'lucide-react';
import type { ReviewDetail } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import styles from './reviews.module.css';

/** More are counted, not listed. */
const most = 100;

/** What the content rules found, file by file. */
export function Findings({ review, onLocate }: { review: ReviewDetail; onLocate(instanceId: string): void }) {
  const { found, findings, rulesVersion } = review;
  const shown = found.slice(0, most);
  return (
    <section className={styles.findings} aria-label={t('adminReviews.foundBy')}>
      <header>
        <h2>{t('adminReviews.foundBy')}</h2>
        <span className={styles.small}>{t('adminReviews.rules', { version: rulesVersion })}</span>
      </header>
      {shown.length === 0 && (
        <p className={styles.clean}>
          <CircleCheck size={14} aria-hidden />
          {t('adminReviews.foundNothing')}
        </p>
      )}
      <ul>
        {shown.map(({ instanceId, instanceName, ruleName }) => (
          <li key={`${instanceId} ${ruleName}`}>
            <span className={styles.rule} data-unread={ruleName === null || undefined}>
              {ruleName ?? t('adminReviews.unread')}
            </span>
            <button type="button" aria-label={t('adminReviews.locateOf', { name: instanceName })} onClick={() => onLocate(instanceId)}>
              {t('adminReviews.locate')}
            </button>
            <span className={styles.small} title={instanceName}>
              {instanceName}
            </span>
          </li>
        ))}
      </ul>
      {findings > shown.length && <p className={styles.small}>{t('adminReviews.foundMore', { n: findings - shown.length })}</p>}
    </section>
  );
}
