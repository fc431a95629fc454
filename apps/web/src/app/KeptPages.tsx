import { Activity, lazy, Suspense, useState } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import type { Location } from 'react-router';
import { SkeletonRows } from '../ui/empty-state/index.ts';
import { PartBoundary } from '../ui/part-boundary/PartBoundary.tsx';
import { Sheet } from '../ui/sheet/Sheet.tsx';
import { keepAddress } from './kept-addresses.ts';
import { ScreenCrash } from './RouteCrash.tsx';

interface Kept {
  path: string;
  /** Loads its code, unless it is here already. */
  load(): Promise<{ default: ComponentType }>;
  /** The screen, which suspends unless its code is here: React then shows it 300 ms later than it could. */
  page(): ComponentType;
}

function kept(path: string, load: () => Promise<{ default: ComponentType }>): Kept {
  let here: ComponentType | null = null;
  const noted = async () => {
    const screen = await load();
    here = screen.default;
    return screen;
  };
  const Lazy = lazy(noted);
  return { path, load: noted, page: () => here ?? Lazy };
}

/** Screens that stay mounted, with their state, while another screen is shown. */
const screens: Kept[] = [
  kept('/personalFile', () => import('../screens/files/PersonalFilePage.tsx')),
  kept('/groupFile', () => import('../screens/groups/GroupFilePage.tsx')),
  kept('/departmentFile', () => import('../screens/departments/DepartmentFilePage.tsx')),
  kept('/fileShare', () => import('../screens/sharing/SharePage.tsx')),
];

const crashOf = (error: unknown) => <ScreenCrash error={error} />;

const within = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);

/** Begins to load the kept screen that this path leads to, if it is one. Where the screen is shown, it says if that fails. */
export function loadKeptPage(pathname: string): void {
  const wanted = screens.find(({ path }) => within(path, pathname === '/' ? '/personalFile' : pathname));
  wanted?.load().catch(() => {});
}

/** Mounts a kept screen on its first visit and then only hides it, so that selection, scroll position and open folder survive. */
export function KeptPages() {
  const location = useLocation();
  return screens.map(({ path, page }) => <KeptPage key={path} path={path} page={page} location={location} />);
}

function KeptPage({ path, page, location }: { path: string; page: () => ComponentType; location: Location }) {
  const visible = within(path, location.pathname);
  // The last location within this screen: a hidden page must not see another screen's location.
  const [own, setOwn] = useState<Location | null>(visible ? location : null);
  if (visible && own !== location) setOwn(location);
  if (visible) keepAddress(path, location.pathname + location.search);
  // Chosen once: a screen that became another component would lose its state.
  const [Page, setPage] = useState<ComponentType | null>(null);
  if (own && !Page) setPage(page);
  if (!own || !Page) return null;
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <PartBoundary instead={crashOf}>
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
      </PartBoundary>
    </Activity>
  );
}
