import { Menu } from '@mantine/core';
import { Check, ChevronDown } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { categoryNames } from './category-names.ts';
import styles from './FileTools.module.css';

type Type = number | 'Folder' | null;

interface TypeMenuProps {
  type: Type;
  /** Folders are one of the kinds. */
  folders?: boolean;
  onType(type: Type): void;
}

/** Only one kind of file, or everything. */
export function TypeMenu({ type, folders = false, onType }: TypeMenuProps) {
  const nameOf = (one: Type) =>
    one === null ? t('files.allTypes') : one === 'Folder' ? t('files.onlyFolders') : t(categoryNames[one - 1] ?? 'files.type');
  const kinds: Type[] = [null, ...(folders ? (['Folder'] as const) : []), ...categoryNames.map((_, index) => index + 1)];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={styles.chip} data-on={type !== null || undefined}>
          {type === null ? t('files.type') : nameOf(type)}
          <ChevronDown size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((one) => (
          <Menu.Item
            key={one}
            leftSection={one === type ? <Check size={15} strokeWidth={2.2} aria-hidden /> : <span className={styles.noTick} />}
            onClick={() => onType(one)}
          >
            {nameOf(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
