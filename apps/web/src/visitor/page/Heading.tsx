import { Download, HardDriveDownload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkContent } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { kindOf } from '../../items/file-kind.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { TimeLeft } from '../ui/TimeLeft.tsx';
import { Button } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import styles from './Heading.module.css';

interface HeadingProps {
  content: LinkContent;
  phone: boolean;
  /** How many items are selected. */
  chosen: number;
  /** Undefined: the link does not allow it. */
  onDownload: (() => void) | undefined;
  onSave: (() => void) | undefined;
  /** What gives the one file a new version, if the link allows it. */
  add?: ReactNode;
}

/** What was shared, by whom and for how long, and what to do with all of it. */
export function Heading({ content, phone, chosen, onDownload, onSave, add }: HeadingProps) {
  const { name, sharer, root, items, moreItems, expireTime, note } = content;
  const file = root.classifierId === 'File';
  return (
    <div className={styles.heading}>
      <div className={styles.top}>
        {!phone && <FileIcon kind={kindOf(root)} size={52} />}
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          <p className={styles.facts}>
            <Avatar id={sharer} name={sharer} size={20} />
            <span>{phone ? sharer : t('visitor.sharedBy', { who: sharer })}</span>
            <span className={styles.dot}>·</span>
            <span>{file ? formatSize(root.fileSize) : t(moreItems ? 'visitor.countedMore' : 'visitor.items', { n: items })}</span>
            {expireTime !== null && <span className={styles.dot}>·</span>}
            <TimeLeft until={expireTime} />
          </p>
        </div>
        {!phone && (
          <div className={styles.actions}>
            {add}
            {onSave && (
              <Button icon={<HardDriveDownload {...icon} />} onClick={onSave}>
                {t('visitor.save')}
              </Button>
            )}
            {onDownload && (
              <Button look="filled" icon={<Download {...icon} />} onClick={onDownload}>
                {file || chosen === 0
                  ? t(file ? 'visitor.downloadOne' : 'visitor.downloadSelected')
                  : `${t('visitor.downloadSelected')} (${chosen})`}
              </Button>
            )}
          </div>
        )}
      </div>
      {phone && add && <div className={styles.below}>{add}</div>}
      {note !== '' && (
        <p className={styles.note}>
          <span className={styles.noteLabel}>{t('visitor.note')}</span> {note}
        </p>
      )}
    </div>
  );
}
