import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/index.ts';
import { PdfThumb, thumbHeight } from './PdfThumb.tsx';
import styles from './pdf.module.css';

interface PdfThumbsProps {
  document: PDFDocumentProxy;
  /** Degrees clockwise, the same as in the main view. */
  rotation: number;
  at: number;
  onPage(number: number): void;
}

/** Thumbnails of all pages, virtualized. */
export function PdfThumbs({ document, rotation, at, onPage }: PdfThumbsProps) {
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while rendering
  const virtualizer = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => thumbHeight,
    paddingStart: 8,
    overscan: 2,
  });
  useEffect(() => virtualizer.scrollToIndex(at - 1, { align: 'auto' }), [at, virtualizer]);
  return (
    <nav ref={scroller} className={styles.thumbs} aria-label={t('preview.pageThumbs')} data-thumbs>
      <div style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => (
          <PdfThumb
            key={item.key}
            document={document}
            rotation={rotation}
            number={item.index + 1}
            current={item.index + 1 === at}
            top={item.start}
            onPage={onPage}
          />
        ))}
      </div>
    </nav>
  );
}
