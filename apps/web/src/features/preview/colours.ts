import { useEffect, useState } from 'react';
import { pageWorker } from '../transfer/browser/worker-rpc.ts';

export interface ColourJob {
  text: string;
  language: string;
}

const ask = pageWorker<ColourJob, string[]>(() => new Worker(new URL('./colour-worker.ts', import.meta.url), { type: 'module' }));

/** One coloured line for each line of the text (see tokens.ts); null until they are there, and for what has no colours. */
export function useColours(text: string, language: string | null): readonly string[] | null {
  const [coloured, setColoured] = useState<{ of: string; lines: string[] } | null>(null);
  useEffect(() => {
    if (language === null || text === '') return;
    const leaving = new AbortController();
    ask({ text, language }, leaving.signal).then(
      (lines) => setColoured({ of: text, lines }),
      () => {}, // left, or the worker did not start: it is read without colours
    );
    return () => leaving.abort();
  }, [text, language]);
  return language !== null && coloured?.of === text ? coloured.lines : null;
}
