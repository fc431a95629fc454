import { AnnotationMode, type PDFDocumentProxy } from 'pdfjs-dist';
import { EventBus, PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { t } from '../../i18n/index.ts';
import { keepSmall } from './pdf-memory.ts';

/** Links open in a new window, and only to web and mail addresses. */
class OutwardLinks extends PDFLinkService {
  override addLinkAttributes(link: HTMLAnchorElement, url: string): void {
    if (/^(https?|mailto):/i.test(url)) super.addLinkAttributes(link, url, true);
  }
}

/** pdf.js requests texts by its own names; ours are set once the pages exist. */
const silent = {
  getLanguage: () => document.documentElement.lang,
  getDirection: () => 'ltr',
  get: async () => '',
  translate: async () => {},
  translateOnce: async () => {},
  destroy: async () => {},
  pause: () => {},
  resume: () => {},
};

export interface Matches {
  current: number;
  total: number;
}
export interface PdfScreen {
  viewer: PDFViewer;
  find(query: string, step?: 'next' | 'previous'): void;
  endFind(): void;
  close(): void;
}
interface Showing {
  /** The initial page. */
  from: number;
  /** Each page is a whole sheet of a workbook, as large as its cells. */
  sheets: boolean;
  onPage(number: number): void;
  onScale(scale: number): void;
  onMatches(matches: Matches): void;
}

/** Small sheets are not enlarged beyond this; wide ones are shown partly, at a readable size. */
const mostOfSheet = 1.25;
function widthScale(viewer: PDFViewer): number {
  viewer.currentScaleValue = 'page-width';
  return viewer.currentScale;
}

/** Shows a document in the container. Only nearby pages are rendered, and a few are cached. Embedded scripts never run. */
export function openScreen(container: HTMLDivElement, document: PDFDocumentProxy, showing: Showing): PdfScreen {
  const eventBus = new EventBus();
  const linkService = new OutwardLinks({ eventBus, externalLinkRel: 'noopener noreferrer nofollow' });
  const findController = new PDFFindController({ eventBus, linkService });
  const closing = new AbortController();
  const viewer = new PDFViewer({
    container,
    eventBus,
    linkService,
    findController,
    // @ts-expect-error -- its type names private parts; these are what is called
    l10n: silent,
    annotationMode: AnnotationMode.ENABLE,
    abortSignal: closing.signal,
  });
  linkService.setViewer(viewer);
  eventBus.on('pagesinit', () => {
    if (showing.sheets) viewer.currentScale = Math.min(mostOfSheet, Math.max(1, widthScale(viewer)));
    else viewer.currentScaleValue = 'auto';
    viewer.currentPageNumber = showing.from;
    if (showing.sheets) container.scrollLeft = 0; // a wide sheet starts at its first column
    for (let at = 0; at < viewer.pagesCount; at += 1)
      (viewer.getPageView(at) as { div: HTMLElement }).div.setAttribute('aria-label', t('preview.page', { n: at + 1 }));
  });
  eventBus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => showing.onPage(pageNumber));
  eventBus.on('scalechanging', ({ scale }: { scale: number }) => showing.onScale(scale));
  const matched = ({ matchesCount }: { matchesCount: Matches }): void => showing.onMatches(matchesCount);
  eventBus.on('updatefindmatchescount', matched);
  eventBus.on('updatefindcontrolstate', matched);
  viewer.setDocument(document);
  linkService.setDocument(document);
  const leave = keepSmall(viewer, eventBus, document);
  // A fitted zoom refits when the window is resized.
  const resized = new ResizeObserver(() => {
    const { currentScaleValue } = viewer;
    if (currentScaleValue && Number.isNaN(Number(currentScaleValue))) viewer.currentScaleValue = currentScaleValue;
  });
  resized.observe(container);
  return {
    viewer,
    find: (query, step) =>
      eventBus.dispatch('find', {
        source: container,
        type: step ? 'again' : '',
        query,
        caseSensitive: false,
        entireWord: false,
        highlightAll: true,
        findPrevious: step === 'previous',
        matchDiacritics: false,
      }),
    endFind: () => eventBus.dispatch('findbarclose', { source: container }),
    close() {
      leave();
      resized.disconnect();
      closing.abort();
      // @ts-expect-error -- it takes null to let the document go
      viewer.setDocument(null);
      linkService.setDocument(null);
    },
  };
}
