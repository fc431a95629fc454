import { Globe, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { isOwnTitle, Logo, Wordmark } from '../../ui/marks/Logo.tsx';
import { OfflineStrip } from '../../ui/sheet/OfflineStrip.tsx';
import { AgreementLink } from '../../features/agreements/AgreementLink.tsx';
import { Arcade } from './Arcade.tsx';
import { useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { otherLanguage, switchLanguage } from '../../features/identity/switch-language.ts';
import styles from './SignInFrame.module.css';

/** The wall of niches on the left, the form on the right; a phone shows only the form. */
export function SignInFrame({ title, subtitle, children }: { title: string; subtitle: string; children: ReactNode }) {
  const system = useSystemTitle();
  return (
    <div className={styles.page}>
      <aside className={styles.picture}>
        <Arcade />
        <div className={styles.words}>
          {isOwnTitle(system) ? <Wordmark height={52} title={system} /> : <span className={styles.system}>{system}</span>}
          <p className={styles.slogan}>{t('identity.slogan')}</p>
        </div>
      </aside>
      <div className={styles.side}>
        <OfflineStrip text={t('identity.offline')} />
        <div className={styles.top}>
          <button
            type="button"
            className={styles.language}
            lang={otherLanguage()}
            title={t('shell.switchLanguageHint')}
            onClick={() => void switchLanguage({ signedIn: false })}
          >
            <Globe size={16} strokeWidth={1.75} aria-hidden />
            {t('shell.switchLanguage')}
          </button>
        </div>
        <main className={styles.middle}>
          <div className={styles.form}>
            <Logo size={40} />
            <h1 className={styles.title}>{title}</h1>
            <p className={styles.subtitle}>{subtitle}</p>
            {children}
            <p className={styles.accept}>
              {t('identity.acceptBefore')}
              <AgreementLink to="serviceAgreement" />
              {t('identity.acceptAnd')}
              <AgreementLink to="privacyPolicy" />
            </p>
          </div>
        </main>
        <footer className={styles.trouble}>
          <Lock size={12} strokeWidth={1.75} aria-hidden />
          {t('identity.trouble')}
        </footer>
      </div>
    </div>
  );
}
