/** The time up to which a directory was read, as directories write times (RFC 4517, GeneralizedTime). */

/** What changes while it is read can be missed: the next run reads the last minutes again. */
const againMs = 10 * 60_000;

/** In milliseconds; null if the text is no time. */
export function timeOf(text: string | null): number | null {
  const parts = text === null ? null : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:[.,]\d{1,9})?Z$/.exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [number, number, number, number, number, number];
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

export const markerAt = (latest: number): string => `${new Date(latest - againMs).toISOString().replace(/\D/g, '').slice(0, 14)}.0Z`;
