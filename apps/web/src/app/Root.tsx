import { useEffect } from 'react';
import { Outlet, useNavigation } from 'react-router';
import { useSystemTitle } from '../features/identity/sign-in-ways.ts';
import { ProofHost } from '../features/second-factor/ProofHost.tsx';
import { ConfirmHost } from '../ui/confirm/ConfirmHost.tsx';
import { PartBoundary } from '../ui/part-boundary/PartBoundary.tsx';
import { ToastHost } from '../ui/toast/ToastHost.tsx';
import { useScreenTitle } from '../ui/screen-title.ts';
import styles from './Root.module.css';

/** The parts of every screen: document title, toasts and the confirm dialog. */
export function Root() {
  const screen = useScreenTitle();
  const system = useSystemTitle();
  const navigating = useNavigation().state === 'loading';
  useEffect(() => {
    document.title = screen && screen !== system ? `${screen} · ${system}` : system;
  }, [screen, system]);
  return (
    <div className={styles.root} aria-busy={navigating || undefined}>
      <Outlet />
      <ToastHost />
      <PartBoundary>
        <ConfirmHost />
        <ProofHost />
      </PartBoundary>
    </div>
  );
}
