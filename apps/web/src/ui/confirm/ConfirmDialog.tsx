import { Button } from '@mantine/core';
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import type { Asked, ConfirmType } from './confirm.ts';
import styles from './ConfirmDialog.module.css';

const icons: Record<ConfirmType, typeof Info> = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleX };
const named = 5;

/** The only confirm dialog. Closing it any way other than by the button counts as a no. */
export default function ConfirmDialog({ asked }: { asked: Asked }) {
  const type = asked.type ?? 'info';
  const Icon = icons[type];
  const list = asked.list ?? [];
  return (
    <Dialog
      opened
      onClose={() => asked.answer(false)}
      role="alertdialog"
      aria-label={asked.title}
      title={
        <span className={styles.title}>
          <Icon size={18} strokeWidth={1.75} aria-hidden className={styles.icon} data-type={type} />
          {asked.title}
        </span>
      }
    >
      {asked.text && <p className={styles.text}>{asked.text}</p>}
      {list.length > 0 && (
        <ul className={styles.list}>
          {list.slice(0, named).map((item, index) => (
            <li key={`${index}${item}`}>{item}</li>
          ))}
          {list.length > named && <li className={styles.more}>{t('common.andMore', { count: list.length - named })}</li>}
        </ul>
      )}
      <div className={styles.actions}>
        {!asked.notice && (
          <Button variant="default" onClick={() => asked.answer(false)}>
            {asked.cancelLabel ?? t('common.cancel')}
          </Button>
        )}
        {asked.link && (
          <Button
            component="a"
            variant="default"
            href={asked.link.address}
            target="_blank"
            rel="noopener noreferrer"
            onClick={() => asked.answer(false)}
          >
            {asked.link.label}
          </Button>
        )}
        <Button data-autofocus {...(asked.danger && { color: 'red' })} onClick={() => asked.answer(true)}>
          {asked.confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
