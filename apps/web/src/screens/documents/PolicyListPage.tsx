import { Link } from 'react-router';
import { currentLanguage, t } from '../../i18n/index.ts';
import { Logo } from '../../ui/marks/Logo.tsx';
import { documents } from './documents.ts';
import type { DocumentName } from './documents.ts';
import styles from './PolicyListPage.module.css';

/** All agreements and policies with their versions. */
export default function PolicyListPage() {
  const rows: { name: DocumentName; title: string }[] = [
    { name: 'serviceAgreement', title: t('agreements.serviceAgreement') },
    { name: 'privacyPolicy', title: t('agreements.privacyPolicy') },
    { name: 'usageRules', title: t('agreements.usageRules') },
  ];
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Logo size={32} />
        <h1>{t('agreements.policyList')}</h1>
        <p className={styles.intro}>{t('agreements.policyListIntro')}</p>
        <ul className={styles.list}>
          {rows.map(({ name, title }) => (
            <li key={name}>
              <Link to={documents[name][currentLanguage()]} className={styles.title}>
                {title}
              </Link>
              <span className={styles.facts}>
                {t('agreements.versionAndDate', { version: documents[name].version, date: documents[name].effective })}
              </span>
              <span className={styles.languages}>
                <Link to={documents[name]['zh-CN']} lang="zh-CN">
                  {t('agreements.chinese')}
                </Link>
                <Link to={documents[name]['en-US']} lang="en-US">
                  {t('agreements.english')}
                </Link>
              </span>
            </li>
          ))}
        </ul>
      </div>
    </main>
  );
}
