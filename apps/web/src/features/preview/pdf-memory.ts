import type { PDFDocumentProxy } from 'pdfjs-dist';
import { RenderingStates, type EventBus, type PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** So many pages are drawn before what they were drawn from is let go. */
const mostDrawn = 50;
/** No page is being drawn when nobody scrolled for so long. */
const restMs = 300;

/**
 * Keeps the memory of a long document that is read to its end as small as that of a short one. pdf.js drops a page's picture when it is
 * scrolled away from, but keeps its text's elements and the fonts and pictures that all pages were drawn from: its own page clears
 * those after half a minute of rest, its parts leave it to us.
 */
export function keepSmall(viewer: PDFViewer, eventBus: EventBus, document: PDFDocumentProxy): () => void {
  const drawn = new Set<number>();
  let sinceCleared = 0;
  let resting: ReturnType<typeof setTimeout>;
  const clear = (): void => {
    // A small picture that is being drawn just now refuses it: the next rest will do.
    document.cleanup(true).then(
      () => (sinceCleared = 0),
      () => {},
    );
  };
  eventBus.on('pagerendered', ({ pageNumber }: { pageNumber: number }) => {
    drawn.add(pageNumber);
    for (const number of drawn) {
      const view = viewer.getPageView(number - 1) as PageView;
      if (view.renderingState !== RenderingStates.INITIAL) continue;
      view._textHighlighter.setTextMapping(null, null);
      drawn.delete(number);
    }
    sinceCleared += 1;
    clearTimeout(resting);
    if (sinceCleared >= mostDrawn) resting = setTimeout(clear, restMs);
  });
  return () => clearTimeout(resting);
}

interface PageView {
  renderingState: number;
  _textHighlighter: { setTextMapping(elements: null, texts: null): void };
}
