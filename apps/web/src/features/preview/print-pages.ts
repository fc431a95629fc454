import type { PDFDocumentProxy } from 'pdfjs-dist';

const pointsPerInch = 72;
const dotsPerInch = 150;

/** Renders every page for printing, one after the other, and opens the browser's print dialog. The web page itself is not printed. */
export async function printPages(pdf: PDFDocumentProxy, tell: (page: number) => void, signal: AbortSignal): Promise<void> {
  const paper = document.createElement('div');
  paper.dataset['paper'] = '';
  const sizes = new Set<string>();
  const pictures: string[] = [];
  try {
    for (let number = 1; number <= pdf.numPages && !signal.aborted; number += 1) {
      tell(number);
      const page = await pdf.getPage(number);
      const { width, height } = page.getViewport({ scale: 1 });
      const name = `paper-${Math.round(width)}-${Math.round(height)}`;
      if (!sizes.has(name)) paper.append(rule(`@page ${name} { size: ${width}pt ${height}pt; margin: 0 }`));
      sizes.add(name);
      const picture = document.createElement('img');
      picture.src = URL.createObjectURL(await drawn(pdf, number));
      picture.alt = '';
      // Slightly shorter than the sheet: rounding up would start another one.
      Object.assign(picture.style, { page: name, width: `${width}pt`, height: `${height - 1}pt` });
      pictures.push(picture.src);
      paper.append(picture);
      await picture.decode();
    }
    if (signal.aborted) return;
    paper.append(
      rule('@media print { body > :not([data-paper]) { display: none !important } html, body { height: auto; overflow: visible } }'),
    );
    document.body.append(paper);
    const over = printed(signal);
    window.print();
    await over;
  } finally {
    paper.remove();
    for (const picture of pictures) URL.revokeObjectURL(picture);
  }
}

/** Resolves when the print dialog closes, printed or not. Not every browser blocks in `print()`. */
const printed = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    for (const [place, event] of [
      [window, 'afterprint'],
      [signal, 'abort'],
    ] as const)
      place.addEventListener(event, () => resolve(), { once: true });
  });

function rule(text: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = text;
  return style;
}

async function drawn(pdf: PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error(`page ${number} is too large to be drawn`))));
  });
}
