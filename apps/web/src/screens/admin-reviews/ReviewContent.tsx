import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ReviewDetail } from '@alcove/contract';
import { HeadSlot } from '../../features/preview/head-slot.tsx';
import { PreviewFrom } from '../../features/preview/PreviewFrom.tsx';
import { formatSize, t } from '../../i18n/index.ts';
import { kindOfName } from '../../items/file-kind.ts';
import { FileName } from '../../items/FileName.tsx';
import { StateView } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { FileStrip } from './FileStrip.tsx';
import { filesOf } from './review-source.ts';
import preview from '../../features/preview/preview.module.css';
import styles from './reviews.module.css';

interface ReviewContentProps {
  review: ReviewDetail;
  /** The file that is shown. */
  at: number;
  onAt(at: number): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The files of a review, one at a time, in the viewers for those who may only look. */
export function ReviewContent({ review, at, onAt }: ReviewContentProps) {
  const { reviewId, items, files, state } = review;
  const source = useMemo(() => filesOf(reviewId), [reviewId]);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const item = items[at];
  return (
    <section className={`${styles.content} ${preview.embedded}`} aria-label={t('adminReviews.files')} data-mantine-color-scheme="dark">
      {item && (
        <div className={styles.head}>
          <FileIcon kind={kindOfName(item.instanceName, item.category)} size={20} />
          <FileName name={item.instanceName} />
          <span className={styles.headFacts} title={item.path}>
            {[formatSize(item.fileSize), ...(files > 1 ? [t('adminReviews.fileOf', { at: at + 1, n: files })] : [])].join(' · ')}
          </span>
          <span className={styles.grow} />
          <span ref={setSlot} className={preview.slot} />
          {items.length > 1 &&
            (
              [
                [t('adminReviews.previous'), -1, ChevronLeft],
                [t('adminReviews.next'), 1, ChevronRight],
              ] as const
            ).map(([label, by, Icon]) => (
              <Tooltip key={by} label={label}>
                <ActionIcon
                  className={preview.tool ?? ''}
                  aria-label={label}
                  disabled={items[at + by] === undefined}
                  onClick={() => onAt(at + by)}
                >
                  <Icon {...icon} />
                </ActionIcon>
              </Tooltip>
            ))}
        </div>
      )}
      <div className={preview.stage}>
        {!item ? (
          <div className={preview.message}>
            <StateView object="folder" title={t('adminReviews.noFiles')} text={t('adminReviews.noFilesText')} />
          </div>
        ) : state !== 'waiting' ? (
          <div className={preview.message}>
            <StateView object="tile" title={t('adminReviews.closedTitle')} text={t('adminReviews.closedText')} />
          </div>
        ) : (
          <HeadSlot value={slot}>
            <PreviewFrom source={source} item={{ ...item, fileAuth: [] }} name={item.instanceName} />
          </HeadSlot>
        )}
      </div>
      <FileStrip review={review} at={at} onAt={onAt} />
    </section>
  );
}
