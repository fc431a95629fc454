import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './preview.module.css';

interface PdfPageProps {
  document: PDFDocumentProxy;
  number: number;
  scale: number;
  /** The first page's size, until this one's is known. */
  guess: { width: number; height: number };
}

/** One page as a picture. A page that scrolls away stops drawing. */
export function PdfPage({ document, number, scale, guess }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState(guess);
  useEffect(() => {
    let stop = () => {};
    let gone = false;
    void document
      .getPage(number)
      .then(async (page) => {
        if (gone || !canvas.current) return;
        const plain = page.getViewport({ scale: 1 });
        setSize({ width: plain.width, height: plain.height });
        // Sharp on dense screens, yet never a canvas that a browser refuses.
        const density = Math.min(window.devicePixelRatio || 1, 4096 / (Math.max(plain.width, plain.height) * scale));
        const viewport = page.getViewport({ scale: scale * density });
        canvas.current.width = Math.floor(viewport.width);
        canvas.current.height = Math.floor(viewport.height);
        const drawing = page.render({ canvas: canvas.current, viewport });
        stop = () => drawing.cancel();
        await drawing.promise;
      })
      .catch(() => {}); // cancelled, or a damaged page: it stays white
    return () => {
      gone = true;
      stop();
    };
  }, [document, number, scale]);
  return (
    <canvas
      ref={canvas}
      className={styles.page}
      role="img"
      aria-label={t('preview.page', { n: number })}
      style={{ width: size.width * scale, height: size.height * scale }}
    />
  );
}
