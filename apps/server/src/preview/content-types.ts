import { extensionOf, previewKindOf, type PreviewKind } from '@alcove/contract';

const types: Record<string, string> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.ogg': 'video/ogg',
  '.webm': 'video/webm',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
  '.m4a': 'audio/mp4',
  '.aac': 'audio/aac',
  '.flac': 'audio/flac',
  '.oga': 'audio/ogg',
  '.opus': 'audio/ogg',
};

/** Whether browsers play it as it is; most do, and a film in one of these containers may still be in a code that this one does not know. */
export const playsAsItIs = (name: string): boolean => /^(video|audio)\//.test(types[extensionOf(name)] ?? '');
/** What the page reads as characters, HTML not less than the rest. */
const texts: ReadonlySet<PreviewKind | null> = new Set(['text', 'code', 'markdown', 'table', 'html'] as const);

/** The type under which a preview is served: only what we show ourselves has one; source text of any kind is plain text. */
export function previewType(name: string): string {
  return texts.has(previewKindOf(name)) ? 'text/plain; charset=utf-8' : (types[extensionOf(name)] ?? 'application/octet-stream');
}
