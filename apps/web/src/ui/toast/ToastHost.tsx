import { useEffect, useState } from 'react';
import { Check, Info, LoaderCircle, TriangleAlert } from 'lucide-react';
import { createPortal } from 'react-dom';
import { t } from '../../i18n/index.ts';
import { dismissToast, toasts } from './toast.ts';
import type { Toast, ToastTone } from './toast.ts';
import { useStore } from '../store.ts';
import styles from './ToastHost.module.css';

const icons: Record<ToastTone, typeof Check> = {
  success: Check,
  info: Info,
  warning: TriangleAlert,
  error: TriangleAlert,
  busy: LoaderCircle,
};

/** A dialog or menu closes before a toast does, which may hold what was done and can be undone. */
const isCovered = (): boolean => document.querySelector('[aria-modal="true"], [role="menu"]') !== null;

/** The layer of toasts: top center, above everything. Escape closes the newest toast, unless something is open. */
export function ToastHost() {
  const shown = useStore(toasts);
  useEffect(() => {
    // It listens from the beginning, so before any dialog: one that has heard of the key may be gone already.
    const close = (event: KeyboardEvent) => {
      const newest = toasts.read().at(-1);
      if (event.key !== 'Escape' || !newest || isCovered()) return;
      event.stopPropagation();
      dismissToast(newest.id);
    };
    window.addEventListener('keydown', close, { capture: true });
    return () => window.removeEventListener('keydown', close, { capture: true });
  }, []);
  return createPortal(
    <section className={styles.host} aria-label={t('common.notices')}>
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>,
    document.body,
  );
}

/** The timer pauses while the toast is hovered or focused, then restarts in full. */
function ToastCard({ toast }: { toast: Toast }) {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = hovered || focused;
  useEffect(() => {
    if (held || !Number.isFinite(toast.duration)) return;
    const timer = setTimeout(() => dismissToast(toast.id), toast.duration);
    return () => clearTimeout(timer);
  }, [held, toast]);
  const Icon = icons[toast.tone];
  return (
    <div
      className={styles.toast}
      role={toast.tone === 'error' ? 'alert' : 'status'}
      data-tone={toast.tone}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden className={styles.icon} />
      <div className={styles.text}>{toast.text}</div>
      {toast.action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            toast.action?.run();
            dismissToast(toast.id);
          }}
        >
          {toast.action.label}
        </button>
      )}
    </div>
  );
}
