import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { currentUserQuery } from '../api/current-user.ts';
import { AccessHost } from '../features/access-requests/AccessHost.tsx';
import { KeysHost } from '../features/keyboard-shortcuts/ShortcutsHost.tsx';
import { LinkHost } from '../features/links/LinkHost.tsx';
import { useDropElsewhere } from '../features/transfer/start/use-drop-elsewhere.ts';
import { PartBoundary } from '../ui/part-boundary/PartBoundary.tsx';
import { CapacityBar } from './CapacityBar.tsx';
import { Frame } from './Frame.tsx';
import { KeptPages } from './KeptPages.tsx';
import type { MenuContent } from './Menu.tsx';
import { menuGroups } from './menu-entries.ts';
import { useAfterFirstPaint } from './use-after-first-paint.ts';

const TransferPanel = lazy(() => import('../features/transfer/panel/TransferPanel.tsx'));

const menu: MenuContent = { groups: menuGroups, foot: (form) => <CapacityBar {...form} /> };

/** The frame of the drive's screens. */
export function Shell() {
  const { data: user } = useQuery(currentUserQuery);
  const painted = useAfterFirstPaint();
  useDropElsewhere(user);
  return (
    <>
      <Frame menu={menu}>
        {() => (
          <>
            <KeptPages />
            <PartBoundary>
              <AccessHost />
              <LinkHost />
            </PartBoundary>
            <Outlet />
          </>
        )}
      </Frame>
      {painted && user && (
        <PartBoundary>
          <Suspense>
            <TransferPanel />
            <KeysHost />
          </Suspense>
        </PartBoundary>
      )}
    </>
  );
}
