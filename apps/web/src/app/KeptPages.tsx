import { Activity, lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { Location } from 'react-router';
import { SkeletonRows } from '../ui/empty-state/index.ts';
import { Sheet } from '../ui/sheet/Sheet.tsx';
import { keepAddress } from './kept-addresses.ts';

/** Screens that stay mounted, with their state, while another screen is shown. */
const kept: { path: string; Page: ComponentType }[] = [
  { path: '/personalFile', Page: lazy(() => import('../screens/files/PersonalFilePage.tsx')) },
  { path: '/groupFile', Page: lazy(() => import('../screens/groups/GroupFilePage.tsx')) },
  { path: '/departmentFile', Page: lazy(() => import('../screens/departments/DepartmentFilePage.tsx')) },
  { path: '/fileShare', Page: lazy(() => import('../screens/sharing/SharePage.tsx')) },
];

const within = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);

/** Mounts a kept screen on its first visit and then only hides it, so that selection, scroll position and open folder survive. */
export function KeptPages() {
  const location = useLocation();
  return kept.map(({ path, Page }) => <KeptPage key={path} path={path} Page={Page} location={location} />);
}

function KeptPage({ path, Page, location }: { path: string; Page: ComponentType; location: Location }) {
  const visible = within(path, location.pathname);
  // The last location within this screen: a hidden page must not see another screen's location.
  const [own, setOwn] = useState<Location | null>(visible ? location : null);
  if (visible && own !== location) setOwn(location);
  if (visible) keepAddress(path, location.pathname + location.search);
  if (!own) return null;
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <Suspense
        fallback={
          <Sheet>
            <SkeletonRows />
          </Sheet>
        }
      >
        <Routes location={own}>
          <Route path={`${path}/*`} element={<Page />} />
        </Routes>
      </Suspense>
    </Activity>
  );
}
