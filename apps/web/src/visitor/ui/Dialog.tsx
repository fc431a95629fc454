import { X } from 'lucide-react';
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { IconButton } from './Button.tsx';
import styles from './Dialog.module.css';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** On the right of the foot; the last is the main one. */
  actions?: ReactNode;
  role?: 'alertdialog';
  onClose(): void;
}

/** A modal dialog, on a phone a sheet from below. The browser keeps the focus inside, gives it back, and closes on Escape. */
export function Dialog({ title, children, actions, role, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    // A dialog without a first field takes the focus as a whole; the browser would give it to the closer.
    const first = dialog?.querySelector<HTMLElement>('input, [data-first]') ?? dialog?.querySelector<HTMLElement>('[data-inside]');
    first?.focus();
    return () => dialog?.close();
  }, []);
  useEffect(() => {
    const dialog = element.current;
    // Around what is inside, the dialog is its own scrim.
    const away = (event: PointerEvent): void => {
      if (event.target === dialog) onClose();
    };
    dialog?.addEventListener('pointerdown', away);
    return () => dialog?.removeEventListener('pointerdown', away);
  }, [onClose]);
  return (
    <dialog
      ref={element}
      className={styles.dialog}
      role={role}
      aria-modal="true"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.inside} tabIndex={-1} data-inside>
        <header className={styles.head}>
          <h2 id={heading}>{title}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <X size={17} strokeWidth={1.75} aria-hidden />
          </IconButton>
        </header>
        <div className={styles.body}>{children}</div>
        {actions && <footer className={styles.foot}>{actions}</footer>}
      </div>
    </dialog>
  );
}
