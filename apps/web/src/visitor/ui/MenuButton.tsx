import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { icon } from './icon.ts';
import styles from './MenuButton.module.css';

export interface MenuEntry {
  label: string;
  icon?: ReactNode;
  /** One of several choices, and whether it is the current one. */
  checked?: boolean;
  refused?: string | undefined;
  onClick(): void;
}

interface MenuButtonProps {
  label: string;
  entries: readonly MenuEntry[];
  /** The button's content. */
  children: ReactNode;
  /** Beside the icon, a text on the button. */
  wide?: boolean;
  className?: string | undefined;
}

/** A button with a menu: arrows move in it, Escape and a click elsewhere close it. On a phone it is a sheet from below. */
export function MenuButton({ label, entries, children, wide = false, className }: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const id = useId();
  const items = () => [...(place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  useEffect(() => {
    if (!open) return;
    const all = [...(place.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
    (all.find((item) => item.getAttribute('aria-checked') === 'true') ?? all[0])?.focus();
    const away = (event: PointerEvent): void => {
      if (!(event.target instanceof Node && place.current?.contains(event.target))) setOpen(false);
    };
    document.addEventListener('pointerdown', away);
    return () => document.removeEventListener('pointerdown', away);
  }, [open]);
  const close = (): void => {
    setOpen(false);
    place.current?.querySelector('button')?.focus();
  };
  /** The row around the menu must not take it for a tap on itself. */
  const beside = (event: MouseEvent): void => {
    event.stopPropagation();
    close();
  };
  const key = (event: KeyboardEvent): void => {
    if (!open) return;
    const all = items();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') return setOpen(false);
    else if (to !== undefined) all[(to + all.length) % all.length]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the menu inside
    <span ref={place} className={styles.place} onKeyDown={key}>
      <IconButton
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={[wide ? styles.wide : '', className].filter(Boolean).join(' ')}
        onClick={() => setOpen(!open)}
      >
        {children}
      </IconButton>
      {open && (
        <>
          <span className={styles.scrim} aria-hidden onClick={beside} />
          <div className={styles.menu} role="menu" id={id} aria-label={label}>
            {entries.map(({ label: text, icon: mark, checked, refused, onClick }) => (
              <button
                key={text}
                type="button"
                role={checked === undefined ? 'menuitem' : 'menuitemradio'}
                aria-checked={checked}
                aria-disabled={refused !== undefined || undefined}
                title={refused}
                tabIndex={-1}
                className={styles.item}
                onClick={() => {
                  if (refused !== undefined) return;
                  close();
                  onClick();
                }}
              >
                {mark}
                <span className={styles.text}>{text}</span>
                {checked && <Check {...icon} />}
              </button>
            ))}
          </div>
        </>
      )}
    </span>
  );
}
