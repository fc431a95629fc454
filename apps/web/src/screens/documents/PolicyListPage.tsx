import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { agreementDocuments, type AgreementVersion } from '@alcove/contract';
import { agreementName, agreementPath, noteText } from '../../features/agreements/agreement-words.ts';
import { agreementVersions } from '../../features/agreements/agreement-queries.ts';
import { currentLanguage, formatDay, t } from '../../i18n/index.ts';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { Logo } from '../../ui/marks/Logo.tsx';
import styles from './PolicyListPage.module.css';

const factsOf = ({ number, time }: AgreementVersion): string =>
  t('agreements.versionAndDate', { version: String(number), date: formatDay(new Date(time)) });

/** All agreements and policies with their versions, for anybody. */
export default function PolicyListPage() {
  const { data, error, refetch } = useQuery(agreementVersions);
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Logo size={32} />
        <h1>{t('agreements.policyList')}</h1>
        <p className={styles.intro}>{t('agreements.policyListIntro')}</p>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows />)}
        <ul className={styles.list}>
          {agreementDocuments.map((document) => {
            const [latest, ...earlier] = (data?.versions ?? []).filter((version) => version.document === document);
            return latest && <Document key={document} latest={latest} earlier={earlier} />;
          })}
        </ul>
      </div>
    </main>
  );
}

function Document({ latest, earlier }: { latest: AgreementVersion; earlier: readonly AgreementVersion[] }) {
  const { document } = latest;
  return (
    <li>
      <Link to={agreementPath(document, currentLanguage())} className={styles.title}>
        {agreementName(document)}
      </Link>
      <span className={styles.facts}>{factsOf(latest)}</span>
      <span className={styles.languages}>
        <Link to={agreementPath(document, 'zh-CN')} lang="zh-CN">
          {t('agreements.chinese')}
        </Link>
        <Link to={agreementPath(document, 'en-US')} lang="en-US">
          {t('agreements.english')}
        </Link>
      </span>
      {noteText(latest.note) && <p className={styles.note}>{noteText(latest.note)}</p>}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{t('agreements.earlierVersions', { n: earlier.length })}</summary>
          <ul>
            {earlier.map((version) => (
              <li key={version.number}>
                <Link to={agreementPath(document, currentLanguage(), version.number)}>{factsOf(version)}</Link>
                {noteText(version.note) && <span className={styles.note}>{noteText(version.note)}</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
