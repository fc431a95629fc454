import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import { Link, Navigate, Outlet, useLocation } from 'react-router';
import type { AdminItem } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { waitingReviews } from '../../features/reviews/review-queries.ts';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { Frame } from '../Frame.tsx';
import { MenuLink } from '../Menu.tsx';
import type { MenuContent } from '../Menu.tsx';
import { adminGroups, innerScreens, reviewsPath } from './admin-entries.ts';

const within = (path: string, pathname: string) => pathname === path || pathname.startsWith(`${path}/`);
const none: readonly AdminItem[] = [];

const backToTheDrive: MenuContent['foot'] = ({ compact, onLeave }) => (
  <nav aria-label={t('admin.leave')}>
    <MenuLink to="/personalFile" label={t('admin.back')} Icon={ArrowLeft} icons={compact} onChoose={onLeave} />
  </nav>
);

/** The frame of the administration area. Its menu has the screens that the person's roles name; the others answer as a page without permission. */
export default function AdminShell() {
  const held = useCurrentUser()?.adminItems ?? none;
  const { data: waiting } = useQuery({ ...waitingReviews, enabled: held.includes('links.review') });
  const menu = useMemo(
    (): MenuContent => ({
      groups: adminGroups
        .map((group) => ({
          ...group,
          entries: group.entries
            .filter(({ item }) => held.includes(item))
            .map((entry) => (entry.path === reviewsPath ? { ...entry, count: waiting } : entry)),
        }))
        .filter(({ entries }) => entries.length > 0),
      foot: backToTheDrive,
    }),
    [held, waiting],
  );
  return (
    <Frame menu={menu} admin>
      {(user) => <Screen held={user.adminItems} />}
    </Frame>
  );
}

function Screen({ held }: { held: readonly AdminItem[] }) {
  const { pathname } = useLocation();
  const entries = adminGroups.flatMap((group) => group.entries);
  const [first] = entries.filter(({ item }) => held.includes(item));
  if (/^\/admin\/?$/.test(pathname) && first) return <Navigate to={first.path} replace />;
  const entry = [...innerScreens, ...entries].find(({ path }) => within(path, pathname));
  if (entry && held.includes(entry.item)) return <Outlet />;
  const missing = !entry && first !== undefined;
  return (
    <Sheet>
      <StateView
        object={missing ? 'lens' : 'key'}
        title={missing ? t('errors.title404') : t('errors.title403')}
        text={missing ? t('errors.text404') : t('errors.text403')}
        code={missing ? '404' : '403'}
        level={1}
        actions={
          <Button component={Link} to="/personalFile">
            {t('errors.goHome')}
          </Button>
        }
      />
    </Sheet>
  );
}
