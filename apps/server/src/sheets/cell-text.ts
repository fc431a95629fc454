import { SSF } from '@e965/xlsx';
import { original } from './neutral.ts';

/** As the library reads it: `w` is a number as its format shows it, `z` the format. */
export interface Cell {
  t?: string;
  v?: unknown;
  w?: string;
  z?: unknown;
}

/** The text that a cell stands for. Formulas stand for their values, and errors for nothing. */
export function textOf(cell: Cell | undefined, since1904: boolean): string {
  if (!cell || cell.t === 'e' || cell.v === undefined || cell.v === null) return '';
  return cell.t === 'n' ? textOfNumber(cell, since1904) : original(String(cell.v));
}

function textOfNumber({ v, w, z }: Cell, since1904: boolean): string {
  const value = Number(v);
  if (z !== undefined && SSF.is_date(z as string) && value >= 1) return textOfDate(value, since1904) ?? w ?? String(value);
  // A phone number of twelve digits would be shown as 1.38E+11.
  return w === undefined || (/E\+/i.test(w) && Number.isSafeInteger(value)) ? String(value) : w;
}

function textOfDate(value: number, date1904: boolean): string | null {
  const date = SSF.parse_date_code(value, { date1904 }) as { y: number; m: number; d: number; H: number; M: number; S: number } | null;
  if (!date) return null;
  const padded = (number: number, length = 2): string => String(number).padStart(length, '0');
  const day = [padded(date.y, 4), padded(date.m), padded(date.d)].join('-');
  const time = [date.H, date.M, Math.floor(date.S)].map((part) => padded(part)).join(':');
  return time === '00:00:00' ? day : `${day} ${time}`;
}
