import { useEffect, useState } from 'react';
import { pageWorker } from '../transfer/browser/worker-rpc.ts';

export interface ColorJob {
  text: string;
  language: string;
}

const ask = pageWorker<ColorJob, string[]>(() => new Worker(new URL('./color-worker.ts', import.meta.url), { type: 'module' }));

/** One highlighted line for each line of the text (see tokens.ts); null until they are ready, and for files without a language. */
export function useColors(text: string, language: string | null): readonly string[] | null {
  const [colored, setColored] = useState<{ of: string; lines: string[] } | null>(null);
  useEffect(() => {
    if (language === null || text === '') return;
    const leaving = new AbortController();
    ask({ text, language }, leaving.signal).then(
      (lines) => setColored({ of: text, lines }),
      () => {}, // unmounted, or the worker failed to start: the text stays plain
    );
    return () => leaving.abort();
  }, [text, language]);
  return language !== null && colored?.of === text ? colored.lines : null;
}
