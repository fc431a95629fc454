import { Menu, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import { usePhone } from '../use-media.ts';
import type { MenuEntry, MenuPlace } from './table-types.ts';
import styles from './data-table.module.css';

/** Why an entry is refused is said where the pointer or the focus is, and on a phone, which has neither, under its name. */
const toldBy = { hover: true, focus: true, touch: false } as const;

export function MenuEntries({ entries }: { entries: readonly MenuEntry[] }) {
  const phone = usePhone();
  return entries.map((entry) => (
    <Fragment key={entry.id}>
      {entry.divided && <Menu.Divider />}
      <Tooltip label={entry.refused} disabled={!entry.refused || phone} position="right" events={toldBy}>
        <Menu.Item
          leftSection={entry.icon}
          {...(entry.danger ? { color: 'red' } : {})}
          rightSection={entry.keys && <kbd className={styles.keys}>{entry.keys}</kbd>}
          aria-disabled={entry.refused ? true : undefined}
          data-refused={entry.refused ? true : undefined}
          closeMenuOnClick={!entry.refused}
          aria-description={entry.refused}
          className={styles.entry}
          onClick={() => {
            if (!entry.refused) entry.onClick();
          }}
        >
          {entry.label}
          {entry.refused && phone && (
            <span aria-hidden className={styles.whyNot}>
              {entry.refused}
            </span>
          )}
        </Menu.Item>
      </Tooltip>
    </Fragment>
  ));
}

/** The context menu, at the pointer. */
export function RowMenu({
  place,
  entries,
  onClose,
  label,
}: {
  place: MenuPlace | null;
  entries: readonly MenuEntry[];
  onClose(): void;
  label: string;
}) {
  const phone = usePhone();
  return (
    <Menu
      {...(phone && { withOverlay: true, classNames: { dropdown: styles.menuSheet ?? '' } })}
      opened={place !== null}
      onClose={onClose}
      position="bottom-start"
      offset={0}
      aria-label={label}
      returnFocus={false}
      keepMounted={false}
      trapFocus
    >
      <Menu.Target>
        <button
          type="button"
          tabIndex={-1}
          aria-label={label}
          className={styles.menuPlace}
          style={{ left: place?.x ?? 0, top: place?.y ?? 0 }}
        />
      </Menu.Target>
      <Menu.Dropdown
        onContextMenu={(event) => event.preventDefault()}
        onClickCapture={(event) => {
          // The second click of a double click, whose first one opened the menu under the pointer, chooses nothing.
          if (event.detail > 1) event.stopPropagation();
        }}
      >
        <MenuEntries entries={entries} />
      </Menu.Dropdown>
    </Menu>
  );
}
