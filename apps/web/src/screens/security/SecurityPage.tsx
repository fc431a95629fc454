import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { t } from '../../i18n/index.ts';
import { SecondFactorSection } from './SecondFactorSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';
import styles from './security.module.css';

/** What somebody sets up for their own account. */
export default function SecurityPage() {
  return (
    <ListScreen title={t('security.title')}>
      <div className={styles.page}>
        <SessionsSection />
        <SecondFactorSection />
      </div>
    </ListScreen>
  );
}
