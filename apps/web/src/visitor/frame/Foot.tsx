import { basePath } from '../../api/paths.ts';
import { currentLanguage, t } from '../../i18n/index.ts';
import styles from './Foot.module.css';

/** The documents of the company, in the reader's language. */
export function Foot() {
  const english = currentLanguage() === 'en-US' ? 'English' : '';
  return (
    <footer className={styles.foot}>
      <nav className={styles.links} aria-label={t('visitor.documents')}>
        <a href={`${basePath}/privacyPolicy${english}`} target="_blank" rel="noopener noreferrer">
          {t('visitor.privacy')}
        </a>
        <a href={`${basePath}/userServiceAgreement${english}`} target="_blank" rel="noopener noreferrer">
          {t('visitor.terms')}
        </a>
      </nav>
    </footer>
  );
}
