import { useEffect, useMemo, useRef } from 'react';
import { keyOf, sealedPage } from './sealed-page.ts';
import styles from './text.module.css';

/**
 * A page in a frame that may do nothing: no script but the one that hands on the viewer's keys, no form, no window, no origin of
 * ours, and nothing fetched from anywhere.
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
