import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { decodeText } from './decode-text.ts';
import styles from './preview.module.css';

const most = 1024 * 1024;

async function firstMegabyte(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, { headers: { Range: `bytes=0-${most - 1}` }, signal, credentials: 'omit' });
  // An empty file has no range to give.
  if (answer.status === 416) return new Uint8Array();
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer()).subarray(0, most);
}

/** Text and source, as characters only: nothing in the file is ever read as markup. */
export function TextView({ preview, onFacts }: { preview: ReadyPreview; onFacts(text: string): void }) {
  const {
    data: bytes,
    error,
    refetch,
  } = useQuery({
    queryKey: ['files', 'preview', 'text', preview.url],
    queryFn: ({ signal }) => firstMegabyte(preview.url, signal),
    gcTime: 60_000,
    staleTime: Infinity,
  });
  const cut = preview.fileSize > most;
  const decoded = useMemo(() => bytes && decodeText(bytes, cut), [bytes, cut]);
  const lines = useMemo(() => decoded?.text.replace(/\r\n?/g, '\n').split('\n') ?? [], [decoded]);
  const encoding = decoded?.encoding;
  useEffect(() => {
    if (encoding) onFacts(t('preview.encoding', { name: encoding }));
  }, [encoding, onFacts]);
  if (error)
    return (
      <div className={styles.message}>
        <ErrorState title={t('preview.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!decoded)
    return (
      <span className={styles.waiting}>
        <Loader size={22} aria-label={t('preview.loading')} />
      </span>
    );
  return (
    <div className={styles.paper} tabIndex={0} role="document" aria-label={preview.fileName}>
      {cut && <p className={styles.cut}>{t('preview.truncated')}</p>}
      <div className={styles.text} data-code={preview.kind === 'code' || undefined}>
        <pre className={styles.numbers} aria-hidden>
          {lines.map((_, index) => index + 1).join('\n')}
        </pre>
        <pre className={styles.lines}>{lines.join('\n')}</pre>
      </div>
    </div>
  );
}
