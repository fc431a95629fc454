import { Menu } from 'lucide-react';
import { NoticeBell } from '../features/notices/NoticeBell.tsx';
import { QuickSearchButton } from '../features/search/QuickSearch.tsx';
import { t } from '../i18n/index.ts';
import { useScreenTitle } from '../ui/screen-title.ts';
import { TransferButton } from './TransferButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import styles from './Header.module.css';

/** The phone's header, 56 px high: menu, title, search and transfers of the drive, notifications and the user menu. */
export function TopBar({ admin, onMenu }: { admin: boolean; onMenu: () => void }) {
  return (
    <header className={styles.topBar}>
      <button
        type="button"
        className={`${styles.button} ${styles.touch}`}
        aria-label={t('shell.openMenu')}
        aria-haspopup="dialog"
        onClick={onMenu}
      >
        <Menu size={20} strokeWidth={1.75} aria-hidden />
      </button>
      <p className={styles.screen}>{useScreenTitle()}</p>
      {!admin && (
        <>
          <QuickSearchButton className={`${styles.button} ${styles.touch}`} />
          <TransferButton touch />
        </>
      )}
      <NoticeBell className={`${styles.button} ${styles.touch}`} touch />
      <UserMenu touch />
    </header>
  );
}
