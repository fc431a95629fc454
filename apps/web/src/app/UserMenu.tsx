import { Menu, VisuallyHidden } from '@mantine/core';
import { ChevronDown, Globe, KeyRound, LogOut, Settings2, ShieldCheck, Waypoints } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../i18n/index.ts';
import { useCurrentUser } from '../api/current-user.ts';
import { useSignInWays } from '../features/identity/sign-in-ways.ts';
import { signOut } from '../features/identity/sign-out.ts';
import { otherLanguage, switchLanguage } from '../features/identity/switch-language.ts';
import { Avatar } from '../ui/avatar/Avatar.tsx';
import { HelpItems, Outside } from './HelpMenu.tsx';
import { ThemeItems } from './ThemeItems.tsx';
import styles from './Header.module.css';

const ChangePasswordDialog = lazy(() => import('../features/identity/ChangePasswordDialog.tsx'));
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The user menu. `touch` is the phone's form: the avatar alone, and the help entries join the menu. */
export function UserMenu({ touch = false }: { touch?: boolean }) {
  const user = useCurrentUser();
  const links = useSignInWays()?.links;
  const { pathname } = useLocation();
  const [dialog, setDialog] = useState<'password' | null>(null);
  const close = () => setDialog(null);
  const name = user ? user.userRealName || user.userName : '';
  return (
    <>
      <Menu position="bottom-end" width={232}>
        <Menu.Target>
          <button type="button" className={touch ? `${styles.button} ${styles.touch}` : styles.button} disabled={!user}>
            <VisuallyHidden>
              {t('shell.userMenu')}
              {touch && ` ${name}`}
            </VisuallyHidden>
            <Avatar id={user?.userId ?? ''} name={name} size={touch ? 28 : 26} />
            {!touch && (
              <>
                <span className={styles.userName}>{name}</span>
                <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
              </>
            )}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {user && <Menu.Label>{[user.userName, user.departmentName].filter(Boolean).join(' · ')}</Menu.Label>}
          {user && user.adminItems.length > 0 && !pathname.startsWith('/admin') && (
            <Menu.Item leftSection={<Settings2 {...icon} />} component={Link} to="/admin">
              {t('shell.administration')}
            </Menu.Item>
          )}
          {links?.outsourcing && <Outside href={links.outsourcing} icon={<Waypoints {...icon} />} label={t('shell.outsourcing')} />}
          <Menu.Item leftSection={<KeyRound {...icon} />} onClick={() => setDialog('password')}>
            {t('shell.changePassword')}
          </Menu.Item>
          <Menu.Item leftSection={<ShieldCheck {...icon} />} component={Link} to="/security">
            {t('security.title')}
          </Menu.Item>
          <Menu.Item leftSection={<Globe {...icon} />} lang={otherLanguage()} onClick={() => void switchLanguage({ signedIn: true })}>
            {t('shell.switchLanguage')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('shell.theme')}</Menu.Label>
          <ThemeItems />
          {touch && (
            <>
              <Menu.Divider />
              <HelpItems />
            </>
          )}
          <Menu.Divider />
          <Menu.Item leftSection={<LogOut {...icon} />} onClick={() => void signOut()}>
            {t('shell.signOut')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>{dialog === 'password' && <ChangePasswordDialog onClose={close} />}</Suspense>
    </>
  );
}
