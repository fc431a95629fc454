import { Link } from 'react-router';
import { useSystemTitle } from '../features/identity/sign-in-ways.ts';
import { NoticeBell } from '../features/notices/NoticeBell.tsx';
import { QuickSearch } from '../features/search/QuickSearch.tsx';
import { t } from '../i18n/index.ts';
import { isOwnTitle, Logo, Wordmark } from '../ui/marks/Logo.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { TransferButton } from './TransferButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import styles from './Header.module.css';

/** 52 px high: the brand over the menu's width, search and transfers of the drive, then notifications, help and the user menu. */
export function Header({ admin }: { admin: boolean }) {
  return (
    <header className={styles.header}>
      <Brand admin={admin} />
      {!admin && <QuickSearch />}
      <div className={styles.tools}>
        {!admin && <TransferButton />}
        <NoticeBell className={styles.button} />
        <HelpMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** The drawn wordmark, or the title that an administrator configured; in the administration area, its name too. */
export function Brand({ admin = false }: { admin?: boolean }) {
  const title = useSystemTitle();
  return (
    <Link to="/personalFile" className={styles.brand}>
      <Logo size={26} />
      {isOwnTitle(title) ? (
        <>
          <Wordmark height={16} title={title} />
          {!admin && (
            <span className={styles.latin} lang="en">
              Alcove
            </span>
          )}
        </>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
      {admin && <span className={styles.latin}>{t('shell.administration')}</span>}
    </Link>
  );
}
