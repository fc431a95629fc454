import { Globe, HardDrive, LogIn, Monitor, Moon, Sun } from 'lucide-react';
import type { Language } from '@alcove/contract';
import { basePath } from '../../api/paths.ts';
import { currentLanguage, storeLanguage, t } from '../../i18n/index.ts';
import { isOwnTitle, Logo, Wordmark } from '../../ui/marks/Logo.tsx';
import { useStore } from '../../ui/store.ts';
import { signInAddress } from '../link/sign-in.ts';
import { useSystemTitle } from '../link/system-title.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { chooseScheme, scheme, type Scheme } from '../ui/scheme.ts';
import styles from './Head.module.css';

const other = (): Language => (currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN');

/** The visit goes on after the reload: its token stays in this tab, and the address says the place. */
function switchLanguage(): void {
  storeLanguage(other());
  location.reload();
}

const marks = { light: Sun, dark: Moon, auto: Monitor } as const;

/** The page's own small head: no header and no menu of the app. `person`: the visitor is a signed-in colleague. */
export function Head({ person, staff = true }: { person: boolean; staff?: boolean }) {
  const system = useSystemTitle();
  return (
    <header className={styles.head}>
      <Logo size={26} />
      {isOwnTitle(system) ? <Wordmark height={16} title={system} /> : <span className={styles.system}>{system}</span>}
      <span className={styles.grow} />
      <SchemeMenu />
      <button type="button" lang={other()} title={t('visitor.switchLanguageHint')} className={styles.language} onClick={switchLanguage}>
        <Globe {...icon} />
        <span className={styles.languageName}>{t('visitor.switchLanguage')}</span>
      </button>
      {staff &&
        (person ? (
          <ButtonLink size="small" href={`${basePath}/personalFile`} icon={<HardDrive {...icon} size={15} />}>
            {t('visitor.goDrive')}
          </ButtonLink>
        ) : (
          <ButtonLink size="small" href={signInAddress()} icon={<LogIn {...icon} size={15} />}>
            {t('visitor.signIn')}
          </ButtonLink>
        ))}
    </header>
  );
}

function SchemeMenu() {
  const chosen = useStore(scheme);
  const Mark = marks[chosen];
  const entry = (one: Scheme, label: string) => {
    const Icon = marks[one];
    return { label, icon: <Icon {...icon} />, checked: chosen === one, onClick: () => chooseScheme(one) };
  };
  return (
    <MenuButton
      label={t('visitor.theme')}
      entries={[entry('light', t('visitor.themeLight')), entry('dark', t('visitor.themeDark')), entry('auto', t('visitor.themeSystem'))]}
    >
      <Mark {...icon} />
    </MenuButton>
  );
}
