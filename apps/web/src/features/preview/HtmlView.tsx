import { useMemo } from 'react';
import { sealedPage } from './sealed-page.ts';
import styles from './text.module.css';

/** A page in a frame that may do nothing: no script, no form, no window, no origin, and nothing fetched from anywhere. */
export function HtmlView({ text, label }: { text: string; label: string }) {
  const page = useMemo(() => sealedPage(text), [text]);
  return <iframe className={styles.html} title={label} sandbox="" srcDoc={page} referrerPolicy="no-referrer" />;
}
