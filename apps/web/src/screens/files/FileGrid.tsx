/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events -- cards wrap over lines, which no <select> can;
   the list handles their keys */
import { Checkbox } from '@mantine/core';
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Instance } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { RowMenu } from '../../ui/data-table/RowMenu.tsx';
import { banded, cleared, clicked, nothing, pointedAt, ticked, type Keeps, type Selection } from '../../ui/data-table/selection.ts';
import type { MenuEntry, MenuPlace } from '../../ui/data-table/table-types.ts';
import { useList, type ListKeyEvent } from '../../ui/data-table/use-list.ts';
import { useLongPress } from '../../ui/data-table/use-long-press.ts';
import { useMarquee } from '../../ui/data-table/use-marquee.ts';
import table from '../../ui/data-table/data-table.module.css';
import { Thumb } from '../../items/Thumb.tsx';
import styles from './FileGrid.module.css';

/** The props that rows and cards have in common. */
export interface FileListEvents {
  selection: Selection;
  onSelection(next: Selection): void;
  keeps: Keeps;
  entries(item: Instance): readonly MenuEntry[];
  spaceEntries(): readonly MenuEntry[];
  onOpen(item: Instance): void;
  onRename(item: Instance): void;
  onUp(): void;
  onOtherKey(event: ListKeyEvent): void;
  held: RefObject<boolean>;
  currentId: string | null;
  targetId: string | null;
}

interface FileGridProps extends FileListEvents {
  items: readonly Instance[];
  onRemove(): void;
  /** Renders the card's name, or the field for renaming it. */
  name(item: Instance): ReactNode;
  phone: boolean;
}

export function FileGrid({
  items,
  selection,
  onSelection,
  keeps,
  entries,
  spaceEntries,
  onOpen,
  onRename,
  onRemove,
  onUp,
  onOtherKey,
  name,
  held,
  currentId,
  targetId,
  phone,
}: FileGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [menu, setMenu] = useState<{ place: MenuPlace; item: Instance | null } | null>(null);
  const order = useMemo(() => items.map((item) => item.instanceId), [items]);
  const byId = useMemo(() => new Map<string, Instance>(items.map((item) => [item.instanceId, item])), [items]);
  const on = (run: (item: Instance) => void) => (id: string) => {
    const item = byId.get(id);
    if (item) run(item);
  };
  const openMenu = (item: Instance, place: MenuPlace) => {
    onSelection(pointedAt(selection, item.instanceId));
    setMenu({ item, place });
  };
  const closeMenu = () => {
    setMenu(null);
    if (selection.focus !== null)
      scroller.current?.querySelector<HTMLElement>(`[data-row-id="${CSS.escape(selection.focus)}"]`)?.focus({ preventScroll: true });
  };
  const { onKeyDown, onFocus, onBlur, tabStop } = useList({
    held,
    keeps,
    scroller,
    order,
    selection,
    onSelection,
    onOpen: on(onOpen),
    onRename: on(onRename),
    onRemove,
    onUp,
    onOtherKey,
    onMenu: (place, id) => {
      const item = byId.get(id);
      if (item) openMenu(item, place);
    },
    across: () => (scroller.current ? getComputedStyle(scroller.current).gridTemplateColumns.split(' ').length : 1),
  });
  const longPress = useLongPress((id) => {
    if (phone) onSelection(ticked(selection, order, id, false));
  });
  const base = useRef(nothing);
  const boxes = useRef<{ id: string; left: number; top: number; right: number; bottom: number }[]>([]);
  const band = useMarquee({
    scroller,
    enabled: !phone && items.length > 0,
    onStart: () => {
      base.current = selection;
      boxes.current = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row-id]') ?? [])].map((card) => ({
        id: card.dataset['rowId'] ?? '',
        left: card.offsetLeft,
        top: card.offsetTop,
        right: card.offsetLeft + card.offsetWidth,
        bottom: card.offsetTop + card.offsetHeight,
      }));
    },
    onBand: (area, add) =>
      onSelection(
        banded(
          base.current,
          boxes.current
            .filter(
              (box) =>
                box.left < area.left + area.width && box.right > area.left && box.top < area.top + area.height && box.bottom > area.top,
            )
            .map((box) => box.id),
          add,
        ),
      ),
  });
  return (
    <div className={table.table}>
      <div
        ref={scroller}
        className={styles.grid}
        role="grid"
        aria-label={t('files.listLabel')}
        aria-multiselectable
        tabIndex={-1}
        data-any={selection.ids.size > 0 || undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        {...longPress}
        onClick={(event) => {
          if (event.target === event.currentTarget) onSelection(cleared(selection));
        }}
        onContextMenu={(event) => {
          if (phone || event.target !== event.currentTarget) return;
          event.preventDefault();
          onSelection(cleared(selection));
          setMenu({ item: null, place: { x: event.clientX, y: event.clientY } });
        }}
      >
        {items.map((item) => {
          const id = item.instanceId;
          return (
            <div
              key={id}
              className={styles.card}
              role="row"
              aria-selected={selection.ids.has(id)}
              tabIndex={tabStop === id ? 0 : -1}
              data-row-id={id}
              data-selected={selection.ids.has(id) || undefined}
              data-current={currentId === id || undefined}
              data-target={targetId === id || undefined}
              onClick={(event) =>
                phone && selection.ids.size === 0
                  ? onOpen(item)
                  : onSelection(clicked(selection, order, id, { range: event.shiftKey, toggle: event.ctrlKey || event.metaKey || phone }))
              }
              onFocus={(event) => {
                if (event.target === event.currentTarget && selection.focus !== id) onSelection({ ...selection, focus: id });
              }}
              onDoubleClick={() => {
                if (!phone) onOpen(item);
              }}
              onContextMenu={(event) => {
                event.preventDefault();
                if (!phone) openMenu(item, { x: event.clientX, y: event.clientY });
              }}
            >
              <span role="gridcell" className={styles.cell}>
                <span className={styles.picture}>
                  <Thumb item={item} size={56} />
                </span>
                <Checkbox
                  className={styles.cardCheck ?? ''}
                  checked={selection.ids.has(id)}
                  readOnly
                  tabIndex={-1}
                  aria-label={t('files.select', { name: item.instanceName })}
                  onClick={(event) => {
                    event.stopPropagation();
                    onSelection(ticked(selection, order, id, event.shiftKey));
                  }}
                  onDoubleClick={(event) => event.stopPropagation()}
                />
                <span className={styles.cardName}>{name(item)}</span>
                <span className={styles.cardFacts}>
                  {item.classifierId === 'Folder'
                    ? formatTime(item.updateTime)
                    : `${formatSize(item.fileSize)} · ${formatTime(item.updateTime)}`}
                </span>
              </span>
            </div>
          );
        })}
        {band && <span className={table.band} style={band} />}
      </div>
      <RowMenu
        label={t(menu?.item === null ? 'files.spaceMenu' : 'files.rowMenu')}
        place={menu?.place ?? null}
        entries={menu ? (menu.item === null ? spaceEntries() : entries(menu.item)) : []}
        onClose={closeMenu}
      />
    </div>
  );
}
