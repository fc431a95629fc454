import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useLocation } from 'react-router';
import { currentUserQuery } from '../api/current-user.ts';
import { basePath } from '../api/paths.ts';
import { KeysHost } from '../features/keyboard-shortcuts/ShortcutsHost.tsx';
import { AccessHost } from '../features/access-requests/AccessHost.tsx';
import { useDropElsewhere } from '../features/transfer/start/use-drop-elsewhere.ts';
import { acknowledgedHere } from '../features/agreements/acknowledged-here.ts';
import { CallFailed } from '../api/call-failed.ts';
import { t } from '../i18n/index.ts';
import { ErrorState } from '../ui/empty-state/index.ts';
import { Sheet } from '../ui/sheet/Sheet.tsx';
import { usePhone } from '../ui/use-media.ts';
import { Header } from './Header.tsx';
import { KeptPages } from './KeptPages.tsx';
import { Menu } from './Menu.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useAfterFirstPaint } from './use-after-first-paint.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import styles from './Shell.module.css';

const Live = lazy(() => import('./live-updates/LiveUpdates.tsx'));
const TaskCards = lazy(async () => ({ default: (await import('../features/tasks/TaskCards.tsx')).TaskCards }));
const TransferPanel = lazy(() => import('../features/transfer/panel/TransferPanel.tsx'));
const AgreementDialog = lazy(() => import('../features/agreements/AgreementDialog.tsx'));

/** The frame of every screen that needs a session: header, menu and the sheet. */
export function Shell() {
  const phone = usePhone();
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname, search } = useLocation();
  const user = useQuery(currentUserQuery);
  const painted = useAfterFirstPaint();
  useDropElsewhere(user.data);
  const main = useFocusOnArrival(pathname);
  const refused = user.isError && !(user.error instanceof CallFailed && user.error.status === 401);
  const mustAcknowledge = user.data !== undefined && !user.data.agreementAcknowledged && !acknowledgedHere(user.data.userId);
  if (user.data?.mustChangePassword)
    return <Navigate to={`/newPassword?redirect=${encodeURIComponent(basePath + pathname + search)}`} replace />;
  return (
    <div className={styles.frame}>
      <a
        className={styles.skip}
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        {t('shell.skipToContent')}
      </a>
      {phone ? <TopBar onMenu={() => setMenuOpen(true)} /> : <Header />}
      {phone ? <PhoneMenu opened={menuOpen} onClose={() => setMenuOpen(false)} /> : <Menu />}
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        {refused ? (
          <Sheet>
            <ErrorState error={user.error} onRetry={() => void user.refetch()} />
          </Sheet>
        ) : user.data ? (
          <Screens />
        ) : (
          <Sheet aria-busy />
        )}
      </main>
      {painted && user.data && (
        <Suspense>
          <TransferPanel />
          <TaskCards />
          <Live />
          <KeysHost />
        </Suspense>
      )}
      {mustAcknowledge && user.data && (
        <Suspense>
          <AgreementDialog userId={user.data.userId} />
        </Suspense>
      )}
    </div>
  );
}

function Screens() {
  return (
    <>
      <KeptPages />
      <AccessHost />
      <Outlet />
    </>
  );
}
