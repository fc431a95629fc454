import { getDocument, GlobalWorkerOptions, PasswordResponses, type PDFDocumentProxy } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- vite returns the address of the file
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useState } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { PdfRanges } from './pdf-ranges.ts';
import { isReachable } from './reachable.ts';

GlobalWorkerOptions.workerSrc = workerUrl;
const assets = `${location.origin}${import.meta.env.BASE_URL}pdfjs`;
/** Larger files load in byte ranges, on demand. */
const mostWhole = 16 * 1024 * 1024;

export type Pdf =
  | { kind: 'opening' }
  | { kind: 'locked'; wrong: boolean; open(password: string): void }
  | { kind: 'broken' }
  | { kind: 'unreachable' }
  | { kind: 'open'; document: PDFDocumentProxy };

/** Opens a PDF; an encrypted one asks for its password until it is right. It turns unreachable when a later range fails to load. */
export function usePdf({ url, fileSize }: ReadyPreview): Pdf {
  const [pdf, setPdf] = useState<Pdf>({ kind: 'opening' });
  useEffect(() => {
    let gone = false;
    const tell = (next: Pdf): void => {
      if (!gone) setPdf(next);
    };
    const inParts = fileSize > mostWhole;
    const task = getDocument({
      ...(inParts ? { range: new PdfRanges(url, fileSize, () => tell({ kind: 'unreachable' })) } : { url }),
      cMapUrl: `${assets}/cmaps/`,
      cMapPacked: true,
      standardFontDataUrl: `${assets}/standard_fonts/`,
      wasmUrl: `${assets}/wasm/`,
      iccUrl: `${assets}/iccs/`,
      enableXfa: false,
      stopAtErrors: false,
      disableAutoFetch: inParts,
      disableStream: inParts,
      rangeChunkSize: 256 * 1024,
    });
    task.onPassword = (open: (password: string) => void, reason: number) =>
      tell({ kind: 'locked', wrong: reason === PasswordResponses.INCORRECT_PASSWORD, open });
    task.promise.then(
      (document) => tell({ kind: 'open', document }),
      async () => tell({ kind: (await isReachable(url)) ? 'broken' : 'unreachable' }),
    );
    return () => {
      gone = true;
      void task.destroy();
    };
  }, [url, fileSize]);
  return pdf;
}
