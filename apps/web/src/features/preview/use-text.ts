import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { decodeText, type Decoded, type ReadyPreview, type TextEncoding } from '@alcove/contract';

const MiB = 1024 * 1024;
/** Text is shown up to its first MiB. HTML embeds its images, so more of it is read. */
export const mostBytes = (kind: ReadyPreview['kind']): number => (kind === 'html' ? 8 * MiB : MiB);

async function firstBytes(url: string, most: number, signal: AbortSignal): Promise<Uint8Array> {
  const answer = await fetch(url, { headers: { Range: `bytes=0-${most - 1}` }, signal, credentials: 'omit' });
  // An empty file has no ranges.
  if (answer.status === 416) return new Uint8Array();
  if (!answer.ok) throw new Error(String(answer.status));
  return new Uint8Array(await answer.arrayBuffer()).subarray(0, most);
}

interface Text {
  decoded: Decoded | undefined;
  /** The text is only the beginning of the file. */
  cut: boolean;
  error: unknown;
  choose(encoding: TextEncoding): void;
}

/** The beginning of a file as text, in the detected or chosen encoding. */
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
