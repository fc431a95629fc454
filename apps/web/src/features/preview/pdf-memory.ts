import type { PDFDocumentProxy } from 'pdfjs-dist';
import { RenderingStates, type EventBus, type PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';

/** Resources are freed after this many rendered pages. */
const mostDrawn = 50;
/** After this long without scrolling, no page is being rendered. */
const restMs = 300;

/**
 * Keeps memory constant while someone reads a long document. pdf.js drops the image of a page that scrolls away, but keeps its text
 * elements and the fonts and images shared by pages. Its own viewer frees those after 30 s of idling; its components leave that to the
 * caller.
 */
export function keepSmall(viewer: PDFViewer, eventBus: EventBus, document: PDFDocumentProxy): () => void {
  const drawn = new Set<number>();
  let sinceCleared = 0;
  let resting: ReturnType<typeof setTimeout>;
  const clear = (): void => {
    // It rejects while a thumbnail is rendering; the next idle period tries again.
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
