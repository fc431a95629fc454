import { ActionIcon, Tooltip } from '@mantine/core';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { printPages } from './print-pages.ts';
import { useKeys } from './use-keys.ts';
import styles from './preview.module.css';

/** Prints the document; pressing it again during preparation cancels. */
export function PrintTool({ document }: { document: PDFDocumentProxy }) {
  const [at, setAt] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const print = (): void => {
    if (at !== null) return running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    printPages(document, setAt, stop.signal)
      .catch(() => {
        if (!stop.signal.aborted) toast.error(t('preview.printFailed'));
      })
      .finally(() => setAt(null));
  };
  useKeys({ 'Ctrl p': print });
  const label = at === null ? t('preview.print') : t('preview.printStop');
  return (
    <>
      {at !== null && (
        <span className={styles.facts} role="status">
          {t('preview.printing', { at, n: document.numPages })}
        </span>
      )}
      <Tooltip label={label}>
        <ActionIcon size="lg" className={styles.tool} aria-label={label} aria-pressed={at !== null} onClick={print}>
          <Printer size={17} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}
