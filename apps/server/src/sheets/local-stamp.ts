/** In the reader's time, which is `utcOffset` minutes ahead: `2026-11-27 04:46:36.123`. */
export const localStamp = (time: Date, utcOffset: number): string =>
  new Date(time.getTime() + utcOffset * 60_000).toISOString().replace('T', ' ').slice(0, -1);
