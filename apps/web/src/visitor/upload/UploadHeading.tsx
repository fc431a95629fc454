import { Clock } from 'lucide-react';
import type { LinkContent } from '@alcove/contract';
import { formatFullTime, formatSize, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from './UploadHeading.module.css';

/** Who asks for what, until when, and who will see it. */
export function UploadHeading({ content: { name, sharer, note, expireTime, fileBytes }, phone }: { content: LinkContent; phone: boolean }) {
  return (
    <header className={styles.heading}>
      <div className={styles.top}>
        {!phone && <FileIcon kind="folderLink" size={52} />}
        <div className={styles.words}>
          <p className={styles.who}>
            <Avatar id={sharer} name={sharer} size={20} />
            {t('visitor.askedYou', { who: sharer })}
          </p>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>
            {expireTime !== null && (
              <>
                <Clock size={14} strokeWidth={1.75} aria-hidden />
                <span>{t('upload.until', { time: formatFullTime(expireTime).slice(0, -3) })}</span>
                <span aria-hidden>·</span>
              </>
            )}
            <span>{t('upload.limit', { size: formatSize(fileBytes).replace('.00', '') })}</span>
          </p>
        </div>
      </div>
      <div className={styles.note}>
        {note !== '' && <p>{note}</p>}
        <p>{t('upload.alone', { who: sharer })}</p>
      </div>
    </header>
  );
}
