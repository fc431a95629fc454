import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { CurrentUser } from '@alcove/contract';
import { CallFailed } from '../api/call-failed.ts';
import { currentUserQuery } from '../api/current-user.ts';
import { basePath } from '../api/paths.ts';
import { t } from '../i18n/index.ts';
import { ErrorState } from '../ui/empty-state/index.ts';
import { PartBoundary } from '../ui/part-boundary/PartBoundary.tsx';
import { Sheet } from '../ui/sheet/Sheet.tsx';
import { usePhone } from '../ui/use-media.ts';
import { Header } from './Header.tsx';
import { Menu } from './Menu.tsx';
import type { MenuContent } from './Menu.tsx';
import { PhoneMenu } from './PhoneMenu.tsx';
import { TopBar } from './TopBar.tsx';
import { useAfterFirstPaint } from './use-after-first-paint.ts';
import { useFocusOnArrival } from './use-focus-on-arrival.ts';
import styles from './Frame.module.css';

const Live = lazy(() => import('./live-updates/LiveUpdates.tsx'));
const AgreementDialog = lazy(() => import('../features/agreements/AgreementDialog.tsx'));
const TaskCards = lazy(async () => ({ default: (await import('../features/tasks/TaskCards.tsx')).TaskCards }));

interface FrameProps {
  menu: MenuContent;
  /** The frame of the administration area: without search and transfers. */
  admin?: boolean;
  /** Draws the sheets, once the signed-in person is known. */
  children(user: CurrentUser): ReactNode;
}

/** The frame of every screen that needs a session: header, menu and the sheet. */
export function Frame({ menu, admin = false, children }: FrameProps) {
  const phone = usePhone();
  const [menuOpen, setMenuOpen] = useState(false);
  const { pathname, search } = useLocation();
  const user = useQuery(currentUserQuery);
  const painted = useAfterFirstPaint();
  const main = useFocusOnArrival(pathname);
  const refused = user.isError && !(user.error instanceof CallFailed && user.error.status === 401);
  if (user.data?.mustChangePassword)
    return <Navigate to={`/newPassword?redirect=${encodeURIComponent(basePath + pathname + search)}`} replace />;
  if (user.data?.mustEnrol) return <Navigate to={`/setUpFactor?redirect=${encodeURIComponent(basePath + pathname + search)}`} replace />;
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
      {phone ? <TopBar admin={admin} onMenu={() => setMenuOpen(true)} /> : <Header admin={admin} />}
      {phone ? <PhoneMenu menu={menu} opened={menuOpen} onClose={() => setMenuOpen(false)} /> : <Menu {...menu} />}
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        {refused ? (
          <Sheet>
            <ErrorState error={user.error} onRetry={() => void user.refetch()} />
          </Sheet>
        ) : user.data ? (
          children(user.data)
        ) : (
          <Sheet aria-busy />
        )}
      </main>
      {user.data && !user.data.agreementAcknowledged && (
        <Suspense>
          <AgreementDialog user={user.data} />
        </Suspense>
      )}
      {painted && user.data && (
        <PartBoundary>
          <Suspense>
            <TaskCards />
            <Live />
          </Suspense>
        </PartBoundary>
      )}
    </div>
  );
}
