import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './pdf.module.css';

const room = { width: 104, height: 136 };
export const thumbHeight = room.height + 34;

interface PdfThumbProps {
  document: PDFDocumentProxy;
  rotation: number;
  number: number;
  current: boolean;
  top: number;
  onPage(number: number): void;
}

/** A page thumbnail with its number. Scrolling it out of view cancels its rendering. */
export function PdfThumb({ document, rotation, number, current, top, onPage }: PdfThumbProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    void document
      .getPage(number)
      .then(async (page) => {
        if (gone || !canvas.current) return;
        const turned = (page.rotate + rotation) % 360;
        const plain = page.getViewport({ scale: 1, rotation: turned });
        const scale = Math.min(room.width / plain.width, room.height / plain.height);
        const viewport = page.getViewport({ scale: scale * Math.min(2, window.devicePixelRatio || 1), rotation: turned });
        canvas.current.width = Math.ceil(viewport.width);
        canvas.current.height = Math.ceil(viewport.height);
        canvas.current.style.width = `${plain.width * scale}px`;
        canvas.current.style.height = `${plain.height * scale}px`;
        const drawing = page.render({ canvas: canvas.current, viewport });
        stop = () => drawing.cancel();
        await drawing.promise;
        // Frees the page's resources, unless the main view is rendering the page.
        page.cleanup();
      })
      .catch(() => {}); // canceled, or a damaged page: it stays white
    return () => {
      gone = true;
      stop();
    };
  }, [document, rotation, number]);
  return (
    <button
      type="button"
      className={styles.thumb}
      style={{ top, height: thumbHeight }}
      aria-current={current ? 'page' : undefined}
      aria-label={t('preview.page', { n: number })}
      tabIndex={current ? 0 : -1}
      onClick={() => onPage(number)}
    >
      <span className={styles.thumbSheet} style={room}>
        <canvas ref={canvas} width={1} height={1} />
      </span>
      {number}
    </button>
  );
}
