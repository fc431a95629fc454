import { currentLanguage, t } from '../../i18n/index.ts';
import { basePath } from '../../api/paths.ts';
import styles from './AgreementLink.module.css';

const addresses = {
  serviceAgreement: { 'zh-CN': '/userServiceAgreement', 'en-US': '/userServiceAgreementEnglish' },
  privacyPolicy: { 'zh-CN': '/privacyPolicy', 'en-US': '/privacyPolicyEnglish' },
} as const;

/** Opens a document in the reader's language in a new tab. */
export function AgreementLink({ to }: { to: keyof typeof addresses }) {
  const label = to === 'serviceAgreement' ? t('agreements.serviceAgreementQuoted') : t('agreements.privacyPolicyQuoted');
  return (
    <a className={styles.link} href={basePath + addresses[to][currentLanguage()]} target="_blank" rel="noopener">
      {label}
    </a>
  );
}
