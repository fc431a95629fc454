import type { RefObject } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { kindOfName } from '../../items/file-kind.ts';
import { Failed } from './Failed.tsx';
import { PdfPages } from './PdfPages.tsx';
import { PdfPassword } from './PdfPassword.tsx';
import { Unsupported } from './Unsupported.tsx';
import { usePdf } from './use-pdf.ts';
import { Waiting } from './Waiting.tsx';

interface PdfViewProps {
  preview: ReadyPreview;
  /** The page the reader has reached; a retry continues there. */
  reached: RefObject<number>;
  onDownload: (() => void) | undefined;
  onRetry(): void;
}

/** A PDF in continuous scroll. Embedded scripts never run. */
export default function PdfView({ preview, reached, onDownload, onRetry }: PdfViewProps) {
  const pdf = usePdf(preview);
  switch (pdf.kind) {
    case 'opening':
      return <Waiting />;
    case 'locked':
      return <PdfPassword wrong={pdf.wrong} onPassword={pdf.open} />;
    case 'unreachable':
      return <Failed onRetry={onRetry} />;
    case 'broken':
      return <Unsupported title={t('preview.pdfBroken')} onDownload={onDownload} />;
    case 'open':
      return (
        <PdfPages
          document={pdf.document}
          reached={reached}
          label={preview.fileName}
          sheets={kindOfName(preview.fileName) === 'sheet'}
          prints={onDownload !== undefined}
        />
      );
    default:
      return pdf satisfies never;
  }
}
