import type { PDFDocumentProxy } from 'pdfjs-dist';
import { MoveHorizontal, PanelLeft, RotateCw, Scan, Search, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { BarTool } from './BarTool.tsx';
import { InHead } from './head-slot.tsx';
import { PageField } from './PageField.tsx';
import { openScreen, type Matches, type PdfScreen } from './pdf-screen.ts';
import { PdfFind } from './PdfFind.tsx';
import { PdfThumbs } from './PdfThumbs.tsx';
import { PrintTool } from './PrintTool.tsx';
import { usePreviewSource } from './preview-source.tsx';
import { useKeys } from './use-keys.ts';
import { stepped } from './zoom.ts';
import styles from './pdf.module.css';
import previewStyles from './preview.module.css';
import './pdf-layers.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const noMatches: Matches = { current: 0, total: 0 };
const [least, most] = [0.1, 6];

interface PdfPagesProps {
  document: PDFDocumentProxy;
  /** The initial page, updated as the reader scrolls. */
  reached: RefObject<number>;
  label: string;
  /** The pages are sheets of a workbook: they share one white background that fills the window. */
  sheets: boolean;
  /** False for readers without the right to download: they cannot print either. Paper would lack the watermark, so where there is one nobody prints. */
  prints: boolean;
}

/** The pages of an open document and their tools. */
export function PdfPages({ document, reached, label, sheets, prints }: PdfPagesProps) {
  const phone = usePhone();
  const { watermark } = usePreviewSource();
  const container = useRef<HTMLDivElement>(null);
  const screen = useRef<PdfScreen>(null);
  const [at, setAt] = useState(reached.current);
  const [scale, setScale] = useState(1);
  const [rotation, setRotation] = useState(0);
  const [wholePage, setWholePage] = useState(false);
  const [thumbs, setThumbs] = useState(() => document.numPages > 1 && window.matchMedia('(width >= 760px)').matches);
  const [matches, setMatches] = useState(noMatches);
  const [finding, setFinding] = useState(false);
  const findField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const onPage = (number: number): void => setAt((reached.current = number));
    const opened = openScreen(element, document, { from: reached.current, sheets, onPage, onScale: setScale, onMatches: setMatches });
    screen.current = opened;
    element.focus({ preventScroll: true });
    return () => opened.close();
  }, [document, reached, sheets]);
  const toPage = (number: number): void => {
    if (screen.current) screen.current.viewer.currentPageNumber = number;
  };
  const zoom = (direction: 1 | -1): void => {
    if (screen.current) screen.current.viewer.currentScale = Math.min(most, Math.max(least, stepped(scale, direction)));
  };
  const fit = (whole: boolean): void => {
    setWholePage(whole);
    if (screen.current) screen.current.viewer.currentScaleValue = whole ? 'page-fit' : 'page-width';
  };
  const rotate = (): void => {
    const next = (rotation + 90) % 360;
    setRotation(next);
    if (screen.current) screen.current.viewer.pagesRotation = next;
  };
  const endFind = (): void => {
    setFinding(false);
    setMatches(noMatches);
    screen.current?.endFind();
    container.current?.focus({ preventScroll: true });
  };
  const startFind = (): void => {
    setFinding(true);
    findField.current?.select();
  };
  useKeys({ '+': () => zoom(1), '=': () => zoom(1), '-': () => zoom(-1), 0: () => fit(false), r: rotate, 'Ctrl f': startFind });
  return (
    <div className={styles.document}>
      {prints && !phone && watermark === null && (
        <InHead>
          <PrintTool document={document} />
        </InHead>
      )}
      {thumbs && <PdfThumbs document={document} rotation={rotation} at={at} onPage={toPage} />}
      <div className={styles.sheets}>
        <div
          ref={container}
          className={styles.sheetScroll}
          tabIndex={0}
          role="document"
          aria-label={label}
          data-sheets={sheets || undefined}
          data-marked={watermark !== null || undefined}
          style={watermark === null ? undefined : ({ '--watermark': watermark } as CSSProperties)}
        >
          <div className="pdfViewer" />
        </div>
        {finding && (
          <PdfFind
            matches={matches}
            field={findField}
            onFind={(query, step) => {
              if (query === '') setMatches(noMatches);
              screen.current?.find(query, step);
            }}
            onClose={endFind}
          />
        )}
      </div>
      <div className={previewStyles.bar} role="toolbar" aria-label={t('preview.tools')}>
        <BarTool label={t('preview.pageThumbs')} pressed={thumbs} onClick={() => setThumbs(!thumbs)}>
          <PanelLeft {...icon} />
        </BarTool>
        <PageField at={at} count={document.numPages} onPage={toPage} />
        <span className={previewStyles.line} />
        <BarTool label={t('preview.zoomOut')} onClick={() => zoom(-1)}>
          <ZoomOut {...icon} />
        </BarTool>
        <span className={previewStyles.percent}>{Math.round(scale * 100)}%</span>
        <BarTool label={t('preview.zoomIn')} onClick={() => zoom(1)}>
          <ZoomIn {...icon} />
        </BarTool>
        <BarTool label={t(wholePage ? 'preview.fitWidth' : 'preview.fitPage')} onClick={() => fit(!wholePage)}>
          {wholePage ? <MoveHorizontal {...icon} /> : <Scan {...icon} />}
        </BarTool>
        <BarTool label={t('preview.rotateRight')} onClick={rotate}>
          <RotateCw {...icon} />
        </BarTool>
        <span className={previewStyles.line} />
        <BarTool label={t('preview.find')} pressed={finding} onClick={finding ? endFind : startFind}>
          <Search {...icon} />
        </BarTool>
      </div>
    </div>
  );
}
