import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { decodeText, type Decoded, type ReadyPreview, type TextEncoding } from '@alcove/contract';

const MiB = 1024 * 1024;
/** Text is shown to its first megabyte. A page carries its pictures inside, so more of it is read. */
export const mostBytes = (kind: ReadyPreview['kind']): number => (kind === 'html' ? 8 * MiB : MiB);

async function firstBytes(url: string, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, { headers: { Range: `bytes=0-${most - 1}` }, signal, credentials: 'omit' });
  // An empty file has no range to give.
  if (answer.status === 416) return new Uint8Array();
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer()).subarray(0, most);
}

interface Text {
  decoded: Decoded | undefined;
  /** The file goes on after what was read. */
  cut: boolean;
  error: unknown;
  choose(encoding: TextEncoding): void;
}

/** A file's beginning as characters, in the encoding that was guessed or that the reader chose. */
export function useText({ url, kind, fileSize }: ReadyPreview): Text {
  const [chosen, setChosen] = useState<TextEncoding>();
  const most = mostBytes(kind);
  const { data, error } = useQuery({
    queryKey: ['files', 'preview', 'text', url],
    queryFn: ({ signal }) => firstBytes(url, most, signal),
    gcTime: 60_000,
    staleTime: Infinity,
  });
  const cut = fileSize > most;
  const decoded = useMemo(() => data && decodeText(data, cut, chosen), [data, cut, chosen]);
  return { decoded, cut, error, choose: setChosen };
}
