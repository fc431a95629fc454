import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Privilege, PrivilegeEntry } from '@alcove/contract';
import { Tick } from '../../ui/chip/Tick.tsx';
import { levelName } from '../../items/level-name.ts';
import { levelText } from './levels.ts';
import styles from './LevelMenu.module.css';

interface LevelMenuProps<Level extends Privilege> {
  /** The accessible name: whose level it is, and which. */
  label: string;
  value: PrivilegeEntry['privilege'];
  choices: readonly Level[];
  onLevel(level: Level): void;
  /** Menu entries below the levels. */
  children?: ReactNode;
}

/** A menu of levels, each with what it allows. */
export function LevelMenu<Level extends Privilege>({ label, value, choices, onLevel, children }: LevelMenuProps<Level>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button type="button" className={styles.level} data-level aria-label={label}>
          {levelName(value)}
          <ChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((level) => (
          <Menu.Item
            key={level}
            leftSection={<Tick on={level === value} />}
            aria-current={level === value || undefined}
            onClick={() => level !== value && onLevel(level)}
          >
            <span className={styles.levelName}>{levelName(level)}</span>
            <span className={styles.levelText}>{levelText(level)}</span>
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
