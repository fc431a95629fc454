import { Tooltip } from '@mantine/core';
import { Link, useLocation } from 'react-router';
import { t } from '../i18n/index.ts';
import { useNarrow } from '../ui/use-media.ts';
import { CapacityBar } from './CapacityBar.tsx';
import { keptAddress } from './kept-addresses.ts';
import { menuGroups } from './menu-entries.ts';
import type { MenuEntry } from './menu-entries.ts';
import styles from './Menu.module.css';

/** The left menu; under 1180 px wide it shows only icons with tooltips. */
export function Menu() {
  const narrow = useNarrow();
  return (
    <div className={styles.menu}>
      <MenuList icons={narrow} />
      <CapacityBar compact={narrow} />
    </div>
  );
}

export function MenuList({ icons = false, onChoose }: { icons?: boolean; onChoose?: () => void }) {
  return (
    <nav className={styles.nav} aria-label={t('shell.mainMenu')} data-icons={icons || undefined}>
      {menuGroups.map((group) => (
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
  const label = t(entry.label);
  return (
    <Tooltip label={label} position="right" disabled={!icons}>
      <Link
        to={current ? entry.path : keptAddress(entry.path)}
        className={styles.entry}
        aria-current={current ? 'page' : undefined}
        onClick={onChoose}
      >
        <entry.Icon size={17} strokeWidth={1.75} aria-hidden />
        <span className={styles.label}>{label}</span>
      </Link>
    </Tooltip>
  );
}
