/** How amounts and dates are written in a sheet. What is written is read back as the same value. */

const unitsPer = { storage: 2 ** 30, speed: 2 ** 20 };

/** Bytes of a number in GB, or bytes per second of one in MB/s; null for anything else. */
export function bytesOf(text: string, unit: keyof typeof unitsPer): number | null {
  if (!/^\d{1,12}(\.\d{1,15})?$/.test(text)) return null;
  const bytes = Math.round(Number(text) * unitsPer[unit]);
  return Number.isSafeInteger(bytes) ? bytes : null;
}

/** The shortest decimal number that `bytesOf` reads as these bytes. */
export function amountOf(bytes: number, unit: keyof typeof unitsPer): string {
  const amount = bytes / unitsPer[unit];
  for (let decimals = 0; decimals < 15; decimals += 1)
    if (bytesOf(amount.toFixed(decimals), unit) === bytes) return amount.toFixed(decimals);
  return amount.toFixed(15);
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

/**
 * The moment of a local date, `2026-12-31` or `2026-12-31 18:00`. A date alone includes its day. `utcOffset`: minutes east of UTC. Null if
 * there is no such date.
 */
export function momentOf(text: string, utcOffset: number): Date | null {
  const parts = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text);
  if (!parts) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const isDate =
    local.getUTCMonth() === month - 1 && local.getUTCDate() === day && local.getUTCHours() === hour && minute < 60 && second < 60;
  if (!isDate || year < 1970 || year > 9998) return null;
  return new Date(local.getTime() - utcOffset * minuteMs + (parts[4] === undefined ? dayMs : 0));
}

/** The local date: alone, if the moment is the end of a day. */
export function dateOf(moment: Date, utcOffset: number): string {
  const local = moment.getTime() + utcOffset * minuteMs;
  if (local % dayMs === 0) return new Date(local - dayMs).toISOString().slice(0, 10);
  return new Date(local).toISOString().slice(0, 19).replace('T', ' ').replace(/:00$/, '');
}
