import { Loader } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- vite answers the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { Expand, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useWidth } from '../../ui/data-table/use-size.ts';
import { PdfPage } from './PdfPage.tsx';
import { Unsupported } from './Unsupported.tsx';
import { stepped } from './zoom.ts';
import styles from './preview.module.css';

GlobalWorkerOptions.workerSrc = workerUrl;
const assets = `${location.origin}${import.meta.env.BASE_URL}pdfjs`;
const gap = 12;

interface Opened {
  document: PDFDocumentProxy;
  sizes: { width: number; height: number };
}

/** A PDF, page under page; only the pages in view are drawn. Scripts inside are never run. */
export default function PdfView({ preview, onDownload }: { preview: ReadyPreview; onDownload: (() => void) | undefined }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [broken, setBroken] = useState(false);
  useEffect(() => {
    const task = getDocument({
      url: preview.url,
      cMapUrl: `${assets}/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${assets}/standard_fonts/`,
      wasmUrl: `${assets}/wasm/`,
      iccUrl: `${assets}/iccs/`,
      enableXfa: false,
      stopAtErrors: false,
    });
    let gone = false;
    task.promise
      .then(async (document) => {
        const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
        if (!gone) setOpened({ document, sizes: { width, height } });
      })
      .catch(() => {
        if (!gone) setBroken(true);
      });
    return () => {
      gone = true;
      void task.destroy();
    };
  }, [preview.url]);
  if (broken) return <Unsupported title={t('preview.pdfBroken')} onDownload={onDownload} />;
  if (!opened)
    return (
      <span className={styles.waiting}>
        <Loader size={22} aria-label={t('preview.loading')} />
      </span>
    );
  return <Pages {...opened} />;
}

function Pages({ document, sizes }: Opened) {
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const [chosen, setChosen] = useState<number | null>(null);
  const fit = width > 0 ? Math.min(1.3, (width - 48) / sizes.width) : 1;
  const scale = chosen ?? fit;
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while drawing
  const virtualizer = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => sizes.height * scale + gap,
    overscan: 1,
  });
  useEffect(() => virtualizer.measure(), [scale, virtualizer]);
  const items = virtualizer.getVirtualItems();
  const middle = (virtualizer.scrollOffset ?? 0) + (scroller.current?.clientHeight ?? 0) / 2;
  const at = (items.find((item) => item.start <= middle && item.end > middle)?.index ?? 0) + 1;
  return (
    <>
      <div ref={scroller} className={styles.pages} tabIndex={0} role="document" aria-label={t('preview.pageThumbs')}>
        <div style={{ position: 'relative', height: virtualizer.getTotalSize(), minWidth: sizes.width * scale }}>
          {items.map((item) => (
            <div
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              className={styles.pageSlot}
              style={{ transform: `translateY(${item.start}px)` }}
            >
              <PdfPage document={document} number={item.index + 1} scale={scale} guess={sizes} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.bar} role="toolbar" aria-label={t('preview.tools')}>
        <span className={styles.percent}>{t('preview.pageOf', { at, n: document.numPages })}</span>
        <span className={styles.line} />
        <button
          type="button"
          className={styles.barTool}
          aria-label={t('preview.zoomOut')}
          title={t('preview.zoomOut')}
          onClick={() => setChosen(stepped(scale, -1))}
        >
          <ZoomOut size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <span className={styles.percent}>{Math.round(scale * 100)}%</span>
        <button
          type="button"
          className={styles.barTool}
          aria-label={t('preview.zoomIn')}
          title={t('preview.zoomIn')}
          onClick={() => setChosen(Math.min(4, stepped(scale, 1)))}
        >
          <ZoomIn size={16} strokeWidth={1.75} aria-hidden />
        </button>
        <button
          type="button"
          className={styles.barTool}
          aria-label={t('preview.fit')}
          title={t('preview.fit')}
          onClick={() => setChosen(null)}
        >
          <Expand size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
    </>
  );
}
