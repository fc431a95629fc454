import { memo, useEffect, useMemo, useRef, useState, type CSSProperties } from 'react';
import { Colored, mostColored } from './Colored.tsx';
import { useColors } from './colors.ts';
import { columnsOf } from './columns.ts';
import { useNear, type Watch } from './use-near.ts';
import styles from './text.module.css';

interface SourceLinesProps {
  text: string;
  language: string | null;
  wrap: boolean;
  label: string;
  /** Adds padding for the toolbar that covers the end. */
  underBar: boolean;
}
/** So few lines that rendering them fits in one frame. */
const perChunk = 50;
const lineHeight = 20;

/**
 * Plain text only: nothing in a file is ever parsed as markup. The whole text is in the DOM, so that find-in-page and selection reach all
 * of it; line numbers and highlighting are added as a chunk scrolls near.
 */
export function SourceLines({ text, language, wrap, label, underBar }: SourceLinesProps) {
  const paper = useRef<HTMLDivElement>(null);
  const clean = useMemo(() => text.replace(/\r\n?/g, '\n'), [text]);
  const lines = useMemo(() => clean.split('\n'), [clean]);
  const chunks = useMemo(() => chunksOf(lines), [lines]);
  const widest = useMemo(() => Math.max(...chunks.map((chunk) => Math.max(...chunk.map(columnsOf)))), [chunks]);
  const watch = useNear(paper);
  const colors = useColors(clean, language);
  const digits = String(lines.length).length;
  return (
    <div ref={paper} className={styles.paper} tabIndex={0} role="document" aria-label={label} data-under-bar={underBar || undefined}>
      <div
        className={styles.source}
        data-wrap={wrap || undefined}
        style={{ '--digits': `${Math.max(2, digits)}ch`, '--widest': `${widest}ch` } as CSSProperties}
      >
        {chunks.map((chunk, at) => (
          <Chunk key={at} lines={chunk} from={at * perChunk} colors={colors} watch={watch} />
        ))}
      </div>
    </div>
  );
}

function chunksOf(lines: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let from = 0; from < lines.length; from += perChunk) chunks.push(lines.slice(from, from + perChunk));
  return chunks;
}

interface ChunkProps {
  lines: readonly string[];
  from: number;
  colors: readonly string[] | null;
  watch: Watch;
}

const Chunk = memo(function Chunk({ lines, from, colors, watch }: ChunkProps) {
  const own = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(from === 0);
  // A rendered chunk stays, because a selection may span it.
  useEffect(() => (near || !own.current ? undefined : watch(own.current, () => setNear(true))), [near, watch]);
  return (
    <div ref={own} className={styles.chunk} style={{ containIntrinsicBlockSize: `auto ${lines.length * lineHeight}px` }}>
      {near
        ? lines.map((line, at) => <Line key={from + at} number={from + at + 1} line={line} color={colors?.[from + at]} />)
        : lines.join('\n')}
    </div>
  );
});

function Line({ number, line, color }: { number: number; line: string; color: string | undefined }) {
  return (
    <div className={styles.sourceLine} data-number={number}>
      {color !== undefined && line.length <= mostColored ? <Colored line={color} /> : line}
      {line === '' && <br />}
    </div>
  );
}
