import { Check, Printer, Upload } from 'lucide-react';
import type { LinkContent } from '@alcove/contract';
import { formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { NicheWith } from '../../ui/marks/Niche.tsx';
import { Head } from '../frame/Head.tsx';
import { OfflineNote } from '../frame/OfflineNote.tsx';
import { Button } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import type { Received } from './kept.ts';
import styles from './Done.module.css';

interface DoneProps {
  content: LinkContent;
  received: readonly Received[];
  onMore(): void;
}

/** All of it has arrived. The list is the receipt, which a browser prints or keeps as PDF. */
export function Done({ content: { name, sharer }, received, onMore }: DoneProps) {
  const bytes = received.reduce((sum, { size }) => sum + size, 0);
  const last = Math.max(...received.map(({ at }) => at));
  return (
    <div className={styles.page}>
      <Head person={false} staff={false} />
      <OfflineNote />
      <main className={styles.middle}>
        <div className={styles.card}>
          <div className={styles.words} role="status">
            <NicheWith object="folder" size={130} />
            <h1>{t('upload.doneTitle', { n: received.length, who: sharer })}</h1>
            <p>{t('upload.doneTime', { time: formatTime(last), size: formatSize(bytes) })}</p>
            <p className={styles.screen}>{t('upload.doneText')}</p>
            <p className={styles.paper}>{name}</p>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be scrolled by keyboard */}
          <ul className={styles.list} aria-label={t('upload.list')} tabIndex={0}>
            {received.map(({ key, as, path, size, at }) => (
              <li key={key} title={[...path, as].join(' / ')}>
                <FileIcon kind={kindOfName(as)} size={22} />
                <span className={styles.name}>
                  <FileName name={as} />
                </span>
                <span className={styles.size}>{formatSize(size)}</span>
                <span className={styles.paper}>{formatTime(at)}</span>
                <Check size={16} strokeWidth={2} aria-label={t('upload.gotIt')} />
              </li>
            ))}
          </ul>
          <div className={styles.buttons}>
            <Button icon={<Printer {...icon} />} onClick={() => print()}>
              {t('upload.receipt')}
            </Button>
            <Button icon={<Upload {...icon} />} onClick={onMore}>
              {t('upload.more')}
            </Button>
          </div>
        </div>
      </main>
    </div>
  );
}
