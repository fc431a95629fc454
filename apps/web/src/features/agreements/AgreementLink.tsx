import type { AgreementDocument } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { agreementAddress } from './agreement-words.ts';
import styles from './AgreementLink.module.css';

/** Opens the latest version of a document in the reader's language in a new tab. */
export function AgreementLink({ to }: { to: Exclude<AgreementDocument, 'usageRules'> }) {
  const label = to === 'serviceAgreement' ? t('agreements.serviceAgreementQuoted') : t('agreements.privacyPolicyQuoted');
  return (
    <a className={styles.link} href={agreementAddress(to)} target="_blank" rel="noopener">
      {label}
    </a>
  );
}
