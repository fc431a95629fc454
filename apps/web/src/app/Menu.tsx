import { Tooltip } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { t } from '../i18n/index.ts';
import { useNarrow } from '../ui/use-media.ts';
import { keptAddress } from './kept-addresses.ts';
import type { MenuEntry, MenuGroup } from './menu-entries.ts';
import styles from './Menu.module.css';

/** What a menu shows: the entries, and below them the foot. */
export interface MenuContent {
  groups: readonly MenuGroup[];
  /** `compact` means that there is room only for an icon; `onLeave` closes a menu that covers the screen. */
  foot(form: { compact: boolean; onLeave?: () => void }): ReactNode;
}

/** The left menu; under 1180 px wide it shows only icons with tooltips. */
export function Menu({ groups, foot }: MenuContent) {
  const narrow = useNarrow();
  return (
    <div className={styles.menu}>
      <MenuList groups={groups} icons={narrow} />
      {foot({ compact: narrow })}
    </div>
  );
}

interface MenuListProps {
  groups: readonly MenuGroup[];
  icons?: boolean;
  onChoose?: () => void;
}

export function MenuList({ groups, icons = false, onChoose }: MenuListProps) {
  return (
    <nav className={styles.nav} aria-label={t('shell.mainMenu')} data-icons={icons || undefined}>
      {groups.map((group) => (
        <div key={group.caption} role="group" aria-label={t(group.caption)} className={styles.group}>
          {group.captionShown && (
            <div className={styles.caption} aria-hidden>
              {t(group.caption)}
            </div>
          )}
          {group.entries.map((entry) => (
            <Entry key={entry.path} entry={entry} icons={icons} onChoose={onChoose} />
          ))}
        </div>
      ))}
    </nav>
  );
}

/** From another screen an entry returns to its last address; within the screen it leads to the top. */
function Entry({ entry, icons, onChoose }: { entry: MenuEntry; icons: boolean; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation();
  const current = pathname === entry.path || pathname.startsWith(`${entry.path}/`);
  return (
    <MenuLink
      to={current ? entry.path : keptAddress(entry.path)}
      current={current}
      label={t(entry.label)}
      Icon={entry.Icon}
      count={entry.count}
      icons={icons}
      onChoose={onChoose}
    />
  );
}

interface MenuLinkProps {
  to: string;
  current?: boolean;
  label: string;
  Icon: LucideIcon;
  count?: number | undefined;
  icons: boolean;
  onChoose: (() => void) | undefined;
}

const mostCounted = 99;

export function MenuLink({ to, current = false, label, Icon, count = 0, icons, onChoose }: MenuLinkProps) {
  return (
    <Tooltip label={label} position="right" disabled={!icons}>
      <Link to={to} className={styles.entry} data-icon={icons || undefined} aria-current={current ? 'page' : undefined} onClick={onChoose}>
        <Icon size={17} strokeWidth={1.75} aria-hidden />
        <span className={styles.label}>{label}</span>
        {count > 0 && <span className={styles.count}>{count > mostCounted ? `${mostCounted}+` : count}</span>}
      </Link>
    </Tooltip>
  );
}
