import { ActionIcon, Tooltip } from '@mantine/core';
import { Download, Maximize, Minimize, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LinkInstance } from '@alcove/contract';
import type { FullScreen } from '../../features/preview/use-full-screen.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { kindOf } from '../../items/file-kind.ts';
import { FileName } from '../../items/FileName.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from '../../features/preview/preview.module.css';

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface PreviewHeadProps {
  item: LinkInstance;
  facts: string;
  position: { at: number; n: number } | null;
  /** Receives the element in which a view renders its own tools. */
  slot(element: HTMLElement | null): void;
  fullScreen: FullScreen | null;
  onDownload: (() => void) | undefined;
  onClose(): void;
}

/** The file's name and facts, and what a visitor may do with it. */
export function PreviewHead({ item, facts, position, slot, fullScreen, onDownload, onClose }: PreviewHeadProps) {
  return (
    <div className={styles.head}>
      <FileIcon kind={kindOf(item)} size={24} />
      <span className={styles.name}>
        <FileName name={item.instanceName} strong />
      </span>
      <span className={styles.facts}>{[facts, formatSize(item.fileSize)].filter(Boolean).join(' · ')}</span>
      <span className={styles.grow} />
      {position && <span className={styles.facts}>{t('preview.position', position)}</span>}
      <span ref={slot} className={styles.slot} />
      {fullScreen && (
        <Tool label={t(fullScreen.on ? 'preview.leaveFullScreen' : 'preview.fullScreen')} onClick={fullScreen.toggle}>
          {fullScreen.on ? <Minimize {...icon} /> : <Maximize {...icon} />}
        </Tool>
      )}
      {onDownload && (
        <Tool label={t('preview.download')} onClick={onDownload}>
          <Download {...icon} />
        </Tool>
      )}
      <span className={styles.line} />
      <Tool label={t('preview.close')} onClick={onClose}>
        <X {...icon} />
      </Tool>
    </div>
  );
}

function Tool({ label, onClick, children }: { label: string; onClick(): void; children: ReactNode }) {
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" className={styles.tool} aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
