import { cleanName, limits, nameFault, normaliseName } from '@alcove/contract';

/** Pure rules for picked files (specification 1 section 5). The application shows the texts. */

export interface Picked {
  name: string;
  size: number;
}
export interface SelectionContext {
  /** How many files may be in the list at once: of the service configuration, or the client's own limit. */
  most: number;
  /** Uploads already in the list. */
  underWay: number;
}
export type SelectionRefusal = { because: 'empty' } | { because: 'tooMany'; limit: number } | { because: 'batchTooLarge'; limit: number };

export type NameVerdict =
  { ok: true } | { ok: false; fault: NonNullable<ReturnType<typeof nameFault>>; /** '' when nothing sound is left. */ suggestion: string };

export interface SelectionVerdict<File extends Picked> {
  /** Nothing starts. */
  refusal: SelectionRefusal | null;
  accepted: File[];
  /** Left out: over 80 GB for one file. They do not count into the batch, which they would spoil for the others. */
  tooLarge: File[];
  /** Left out until renamed. */
  invalidNames: { file: File; fault: NonNullable<ReturnType<typeof nameFault>>; suggestion: string }[];
}

export function judgeName(name: string): NameVerdict {
  const fault = nameFault(normaliseName(name));
  return fault ? { ok: false, fault, suggestion: cleanName(name) } : { ok: true };
}

/** What a selection may do at all; whether the plug-in or the client should do it is asked in plugin-rules.ts. */
export function judgeSelection<File extends Picked>(files: readonly File[], { most, underWay }: SelectionContext): SelectionVerdict<File> {
  const verdict: SelectionVerdict<File> = { refusal: null, accepted: [], tooLarge: [], invalidNames: [] };
  const refuse = (refusal: SelectionRefusal): SelectionVerdict<File> => ({ ...verdict, refusal });
  if (files.length === 0) return refuse({ because: 'empty' });
  if (files.length + underWay > most) return refuse({ because: 'tooMany', limit: most });
  const fitting = files.filter(({ size }) => size <= limits.fileBytes);
  // The limit is of several together: a single file goes up to its own.
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
