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

/**
 * Whether browsers can play it directly. Most can, but a file in one of these containers may use a codec that a browser does not support.
 */
export const playsAsItIs = (name: string): boolean => /^(video|audio)\//.test(types[extensionOf(name)] ?? '');
/** What the page reads as text, HTML included. */
const texts: ReadonlySet<PreviewKind | null> = new Set(['text', 'code', 'markdown', 'table', 'html'] as const);

/** The media type of a preview. Only types that Alcove displays itself have one; source text of any kind is plain text. */
export function previewType(name: string): string {
  return texts.has(previewKindOf(name)) ? 'text/plain; charset=utf-8' : (types[extensionOf(name)] ?? 'application/octet-stream');
}
