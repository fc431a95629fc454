import { ActionIcon, Tooltip } from '@mantine/core';
import { WrapText } from 'lucide-react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { EncodingSelect } from './EncodingSelect.tsx';
import { Failed } from './Failed.tsx';
import { HtmlView } from './HtmlView.tsx';
import { InHead } from './head-slot.tsx';
import { languageOf } from './languages.ts';
import { SourceLines } from './SourceLines.tsx';
import { mostBytes, useText } from './use-text.ts';
import { Waiting } from './Waiting.tsx';
import previewStyles from './preview.module.css';
import styles from './text.module.css';

const MarkdownView = lazy(() => import('./MarkdownView.tsx'));
const TableView = lazy(() => import('./TableView.tsx'));
/** Longer Markdown files take too long to lay out; they are shown as source. */
const mostMarkdown = 300_000;
const mostSource = mostBytes('text');

interface TextViewProps {
  preview: ReadyPreview;
  /** Whether these are the file's original bytes. Readers without the download right get decoded text, whose encoding cannot be changed. */
  own: boolean;
  onRetry(): void;
}

/** Text of every kind: as source, and, for Markdown, tables and HTML, also rendered. */
export function TextView({ preview, own, onRetry }: TextViewProps) {
  const { decoded, cut, error, choose } = useText(preview);
  const [wrap, setWrap] = useState(preview.kind !== 'code');
  const [source, setSource] = useState(false);
  if (error) return <Failed onRetry={onRetry} />;
  if (!decoded) return <Waiting />;
  const { text, encoding } = decoded;
  const meant = meaning(preview, text, cut);
  const asSource = source || meant === null;
  const shown = mostBytes(preview.kind);
  const note = cut || (asSource && text.length > mostSource);
  return (
    <>
      <InHead>
        {asSource && (
          <Tooltip label={t('preview.wrap')}>
            <ActionIcon
              size="lg"
              className={previewStyles.tool}
              aria-label={t('preview.wrap')}
              aria-pressed={wrap}
              onClick={() => setWrap(!wrap)}
            >
              <WrapText size={17} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
        {own && <EncodingSelect value={encoding} onChange={choose} />}
      </InHead>
      {note && <p className={styles.cut}>{t('preview.truncated', { size: formatSize(asSource ? mostSource : shown) })}</p>}
      {asSource ? (
        <SourceLines
          text={text.length > mostSource ? text.slice(0, mostSource) : text}
          language={languageOf(preview.fileName)}
          wrap={wrap}
          label={preview.fileName}
          underBar={meant !== null}
        />
      ) : (
        <Suspense fallback={<Waiting />}>{meant}</Suspense>
      )}
      {meant !== null && (
        <div className={previewStyles.bar} role="toolbar" aria-label={t('preview.tools')}>
          {[false, true].map((one) => (
            <button
              key={String(one)}
              type="button"
              className={previewStyles.barTool}
              aria-pressed={source === one}
              onClick={() => setSource(one)}
            >
              {one ? t('preview.source') : preview.kind === 'table' ? t('preview.table') : t('preview.rendered')}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

/** The rendered form; null for plain text. */
function meaning(preview: ReadyPreview, text: string, cut: boolean): ReactNode {
  switch (preview.kind) {
    case 'markdown':
      return text.length <= mostMarkdown ? <MarkdownView text={text} label={preview.fileName} /> : null;
    case 'table':
      return <TableView text={text} fileName={preview.fileName} cut={cut} />;
    case 'html':
      return <HtmlView text={text} label={preview.fileName} />;
    default:
      return null;
  }
}
