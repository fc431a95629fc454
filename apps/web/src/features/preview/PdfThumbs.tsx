import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/index.ts';
import { PdfThumb, thumbHeight } from './PdfThumb.tsx';
import styles from './pdf.module.css';

interface PdfThumbsProps {
  document: PDFDocumentProxy;
  /** Degrees clockwise, as the pages beside are turned. */
  rotation: number;
  at: number;
  onPage(number: number): void;
}

/** Every page small, beside the document; only those in view are drawn. */
export function PdfThumbs({ document, rotation, at, onPage }: PdfThumbsProps) {
  const scroller = useRef<HTMLElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while drawing
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
