import { useEffect, useMemo, useRef } from 'react';
import type { ReviewDetail } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { kindOfName } from '../../items/file-kind.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from './reviews.module.css';

interface FileStripProps {
  review: ReviewDetail;
  at: number;
  onAt(at: number): void;
}

/** The files of a review to choose from; a badge counts what was found in each. */
export function FileStrip({ review: { items, found, files }, at, onAt }: FileStripProps) {
  const counts = useMemo(() => {
    const byFile = new Map<string, number>();
    for (const { instanceId } of found) byFile.set(instanceId, (byFile.get(instanceId) ?? 0) + 1);
    return byFile;
  }, [found]);
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    strip.current?.children[at]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [at]);
  if (items.length < 2) return null;
  return (
    <div ref={strip} className={styles.strip} role="group" aria-label={t('adminReviews.files')}>
      {items.map(({ instanceId, instanceName, category, path }, index) => {
        const n = counts.get(instanceId) ?? 0;
        return (
          <button
            key={instanceId}
            type="button"
            title={path}
            aria-label={n > 0 ? t('adminReviews.fileWith', { name: instanceName, n }) : instanceName}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => onAt(index)}
          >
            <FileIcon kind={kindOfName(instanceName, category)} size={24} />
            {n > 0 && <span aria-hidden>{n}</span>}
          </button>
        );
      })}
      {files > items.length && <p>{t('adminReviews.onlyFirst', { n: items.length, all: files })}</p>}
    </div>
  );
}
