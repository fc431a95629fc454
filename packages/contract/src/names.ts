import type { FailureCode } from './failures.ts';
import { limits } from './limits.ts';
import { hasEndlessMarks, normalised } from './normalised.ts';

/** Specification 1 section 5: backslash, brackets, slash, colon, asterisk, question mark, double quotes, curly quotes, angle brackets, pipe. */
const forbidden = /[\\[\]/:：*?？"“”‘’<>|]/u;
/** Control characters, lone surrogates, and marks that reorder or hide text; legitimate names contain none. */
export const unsafeText = /[\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029\uFEFF]/u;
const invisibleOnly = /^[\p{Cf}\p{Z}]*$/u;

/** Globals of browsers and Node that the ES library does not declare. */
const { TextEncoder, TextDecoder, btoa, atob } = globalThis as unknown as {
  TextEncoder: new () => { encode(text: string): Uint8Array };
  TextDecoder: new (label: string, options: { fatal: boolean; ignoreBOM: boolean }) => { decode(bytes: Uint8Array): string };
  btoa(binary: string): string;
  atob(base64: string): string;
};

/** Counts the characters a person sees: code points, not UTF-16 units. */
export const nameLength = (name: string): number => [...name].length;

/** The normal form in which names are stored. */
export const normaliseName = (name: string): string => normalised(name);

/** The key under which names in one folder must be unique: NFC and full case folding. */
export const foldName = (name: string): string => normalised(normalised(name).toLowerCase());

/** Why a name is invalid, or null. `most` is 128 for new files and folders (specification 2 section 5). */
export function nameFault(name: string, most: number = limits.nameLength): Extract<FailureCode, `NAME_${string}`> | null {
  if (invisibleOnly.test(name)) return 'NAME_EMPTY';
  if (name !== name.trim() || forbidden.test(name) || unsafeText.test(name) || hasEndlessMarks(name) || name === '.' || name === '..')
    return 'NAME_FORBIDDEN';
  return nameLength(name) > most ? 'NAME_TOO_LONG' : null;
}

/** Why a new name is invalid, or null. `most` (30, specification 2 section 5) does not count a file's extension. */
export function renameFault(name: string, isFile: boolean, most: number): ReturnType<typeof nameFault> {
  return nameFault(name) ?? (nameLength(isFile ? splitName(name).stem : name) > most ? 'NAME_TOO_LONG' : null);
}

/** Removes forbidden characters; the result may be empty. Shortens the stem, so that the extension stays. */
export function cleanName(name: string, most: number = limits.nameLength): string {
  const kept = [...normaliseName(name)]
    .filter((c) => !forbidden.test(c) && !unsafeText.test(c))
    .join('')
    .trim();
  if (kept === '.' || kept === '..' || invisibleOnly.test(kept) || hasEndlessMarks(kept)) return '';
  if (nameLength(kept) <= most) return kept;
  const { stem, extension } = splitName(kept);
  return (
    [...stem]
      .slice(0, Math.max(1, most - nameLength(extension)))
      .join('')
      .trimEnd() + extension
  ).slice(0, most * 2);
}

/** `报告.tar.gz` is `报告.tar` and `.gz`; a leading dot is part of the stem. */
export function splitName(name: string): { stem: string; extension: string } {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= 16 ? { stem: name.slice(0, dot), extension: name.slice(dot) } : { stem: name, extension: '' };
}

/** The n-th alternative to a taken name: `报告 (1).docx`; it respects the length limit. */
export function numberedName(name: string, n: number, most: number = limits.nameLength): string {
  const { stem, extension } = splitName(name);
  const suffix = ` (${n})${extension}`;
  return [...stem].slice(0, most - nameLength(suffix)).join('') + suffix;
}

/** Specification 1 section 5: base64 of the UTF-8 name, with slash, plus and equals replaced by _x, _j, _d. */
export function encodeName(name: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(name)) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\//g, '_x').replace(/\+/g, '_j').replace(/=/g, '_d');
}

/** Reverses `encodeName` and normalizes. Null when the text is not the canonical encoding of valid UTF-8. */
export function decodeName(encoded: string): string | null {
  const base64 = encoded.replace(/_x/g, '/').replace(/_j/g, '+').replace(/_d/g, '=');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0) return null;
  try {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const name = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return encodeName(name) === encoded ? normaliseName(name) : null;
  } catch {
    return null;
  }
}
