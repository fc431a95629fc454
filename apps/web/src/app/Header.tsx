import { Link } from 'react-router';
import { useSystemTitle } from '../features/identity/sign-in-ways.ts';
import { NoticeBell } from '../features/notices/NoticeBell.tsx';
import { QuickSearch } from '../features/search/QuickSearch.tsx';
import { t } from '../i18n/index.ts';
import { Logo, Wordmark } from '../ui/marks/Logo.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { TransferButton } from './TransferButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import styles from './Header.module.css';

/** 52 px high: the brand over the menu's width, search at the sheet's edge, then transfers, notifications, help and the user menu. */
export function Header() {
  return (
    <header className={styles.header}>
      <Brand />
      <QuickSearch />
      <div className={styles.tools}>
        <TransferButton />
        <NoticeBell className={styles.button} />
        <HelpMenu />
        <UserMenu />
      </div>
    </header>
  );
}

/** The drawn wordmark, or the title that an administrator configured. */
export function Brand() {
  const title = useSystemTitle();
  const own = title === t('common.productName') || title === '云阁' || title === 'Alcove';
  return (
    <Link to="/personalFile" className={styles.brand}>
      <Logo size={26} />
      {own ? (
        <>
          <Wordmark height={16} title={title} />
          <span className={styles.latin} lang="en">
            Alcove
          </span>
        </>
      ) : (
        <span className={styles.title}>{title}</span>
      )}
    </Link>
  );
}
