import type { ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { PdfPages } from './PdfPages.tsx';
import { PdfPassword } from './PdfPassword.tsx';
import { Unsupported } from './Unsupported.tsx';
import { usePdf } from './use-pdf.ts';
import { Waiting } from './Waiting.tsx';

/** A PDF, page under page. Scripts inside are never run. */
export default function PdfView({ preview, onDownload }: { preview: ReadyPreview; onDownload: (() => void) | undefined }) {
  const pdf = usePdf(preview);
  switch (pdf.kind) {
    case 'opening':
      return <Waiting />;
    case 'locked':
      return <PdfPassword wrong={pdf.wrong} onPassword={pdf.open} />;
    case 'broken':
      return <Unsupported title={t('preview.pdfBroken')} onDownload={onDownload} />;
    case 'open':
      return <PdfPages document={pdf.document} label={preview.fileName} />;
    default:
      return pdf satisfies never;
  }
}
