import { useEffect, useMemo, useRef } from 'react';
import { keyOf, sealedPage } from './sealed-page.ts';
import styles from './text.module.css';

/**
 * An HTML page in a sandboxed frame: no scripts except the one that forwards the viewer's keys, no forms, no windows, no origin of ours,
 * and no network access.
 */
export function HtmlView({ text, label }: { text: string; label: string }) {
  const page = useMemo(() => sealedPage(text), [text]);
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const heard = ({ source, data }: MessageEvent<unknown>): void => {
      const key = keyOf(data);
      if (key !== null && frame.current && source === frame.current.contentWindow)
        frame.current.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    };
    window.addEventListener('message', heard);
    return () => window.removeEventListener('message', heard);
  }, []);
  return <iframe ref={frame} className={styles.html} title={label} sandbox="allow-scripts" srcDoc={page} referrerPolicy="no-referrer" />;
}
