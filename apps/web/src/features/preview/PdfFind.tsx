import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { t } from '../../i18n/index.ts';
import { BarTool } from './BarTool.tsx';
import type { Matches } from './pdf-screen.ts';
import styles from './pdf.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
interface PdfFindProps {
  matches: Matches;
  field: RefObject<HTMLInputElement | null>;
  onFind(query: string, step?: 'next' | 'previous'): void;
  onClose(): void;
}

/** Find in document: the search text, the number of matches, and buttons for previous and next. */
export function PdfFind({ field, matches, onFind, onClose }: PdfFindProps) {
  const [query, setQuery] = useState('');
  const none = matches.total === 0;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape on any of its parts closes it
    <div
      role="search"
      className={styles.find}
      data-closes-first
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Enter' && event.target === field.current && !event.nativeEvent.isComposing)
          onFind(query, event.shiftKey ? 'previous' : 'next');
      }}
    >
      <input
        ref={field}
        type="text"
        autoFocus
        aria-label={t('preview.find')}
        placeholder={t('preview.find')}
        value={query}
        onChange={(event) => {
          setQuery(event.currentTarget.value);
          onFind(event.currentTarget.value);
        }}
      />
      <span className={styles.found} role="status">
        {query === '' ? '' : none ? t('preview.findNone') : t('preview.pageOf', { at: matches.current, n: matches.total })}
      </span>
      <BarTool label={t('preview.findPrevious')} disabled={none} onClick={() => onFind(query, 'previous')}>
        <ChevronUp {...icon} />
      </BarTool>
      <BarTool label={t('preview.findNext')} disabled={none} onClick={() => onFind(query, 'next')}>
        <ChevronDown {...icon} />
      </BarTool>
      <BarTool label={t('preview.findClose')} onClick={onClose}>
        <X {...icon} />
      </BarTool>
    </div>
  );
}
