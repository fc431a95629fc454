import type { FailureCode } from '@alcove/contract';
import { Failure } from '../http/index.ts';
import { Beyond } from './bounds.ts';
import type { Bound } from './bounds.ts';
import { ProcessFailed } from './sheet-process.ts';

/** What the sender of a sheet can do something about. */
const codes: Partial<Record<Bound, FailureCode>> = {
  rows: 'EXCEL_TOO_LARGE',
  columns: 'EXCEL_TOO_WIDE',
  characters: 'EXCEL_TEXT_TOO_LONG',
  bytes: 'TOO_LARGE',
};

/** What a caller gets for an error, with the bound in its details. `otherwise` is the code of errors that no cell is the cause of. */
export function failureOf(error: unknown, otherwise: FailureCode): unknown {
  if (error instanceof ProcessFailed) return new Failure(otherwise, {}, error);
  if (!(error instanceof Beyond)) return error;
  const { bound, limit, row, column } = error;
  const place: Record<string, number> = row === undefined || column === undefined ? {} : { row, column };
  return new Failure(codes[bound] ?? otherwise, { bound, limit, ...place }, error);
}
