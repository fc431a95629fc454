import { cleanName, limits, nameFault, normaliseName } from '@alcove/contract';

/** Pure rules for selected files (specification 1 section 5). The application shows the texts. */

export interface Picked {
  name: string;
  size: number;
}
export interface SelectionContext {
  /** How many files may be in the list at once, from the service configuration or the client's own limit. */
  most: number;
  /** Uploads already in the list. */
  underWay: number;
}
export type SelectionRefusal = { because: 'empty' } | { because: 'tooMany'; limit: number } | { because: 'batchTooLarge'; limit: number };

export type NameVerdict =
  | { ok: true }
  | { ok: false; fault: NonNullable<ReturnType<typeof nameFault>>; /** '' when nothing sound is left. */ suggestion: string };

export interface SelectionVerdict<File extends Picked> {
  /** Set when nothing starts. */
  refusal: SelectionRefusal | null;
  accepted: File[];
  /** Skipped because they exceed 80 GB each. They do not count toward the batch limit. */
  tooLarge: File[];
  /** Skipped until renamed. */
  invalidNames: { file: File; fault: NonNullable<ReturnType<typeof nameFault>>; suggestion: string }[];
}

export function judgeName(name: string): NameVerdict {
  const fault = nameFault(normaliseName(name));
  return fault ? { ok: false, fault, suggestion: cleanName(name) } : { ok: true };
}

/** Which files of a selection can be uploaded. plugin-rules.ts decides whether the plug-in or the client should do it. */
export function judgeSelection<File extends Picked>(files: readonly File[], { most, underWay }: SelectionContext): SelectionVerdict<File> {
  const verdict: SelectionVerdict<File> = { refusal: null, accepted: [], tooLarge: [], invalidNames: [] };
  const refuse = (refusal: SelectionRefusal): SelectionVerdict<File> => ({ ...verdict, refusal });
  if (files.length === 0) return refuse({ because: 'empty' });
  if (files.length + underWay > most) return refuse({ because: 'tooMany', limit: most });
  const fitting = files.filter(({ size }) => size <= limits.fileBytes);
  // This limit applies to several files together; a single file has its own.
  if (fitting.length > 1 && bytesOf(fitting) > limits.batchBytes) return refuse({ because: 'batchTooLarge', limit: limits.batchBytes });

  for (const file of files) {
    const name = judgeName(file.name);
    if (file.size > limits.fileBytes) verdict.tooLarge.push(file);
    else if (!name.ok) verdict.invalidNames.push({ file, fault: name.fault, suggestion: name.suggestion });
    else verdict.accepted.push(file);
  }
  return verdict;
}

export const bytesOf = (files: readonly Picked[]): number => files.reduce((sum, { size }) => sum + size, 0);
