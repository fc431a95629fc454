import { AndFilter, EqualityFilter, FilterParser, GreaterThanEqualsFilter } from 'ldapts';
import type { Filter } from 'ldapts';

/** A filter that an administrator typed in; null if it is none (RFC 4515). */
export function readFilter(text: string): Filter | null {
  try {
    return FilterParser.parseString(text.trim());
  } catch {
    return null;
  }
}

/** Whoever fits the filter and has exactly this value. The value is never read as a filter. */
export const andEqual = (filter: Filter, attribute: string, value: string): Filter =>
  new AndFilter({ filters: [filter, new EqualityFilter({ attribute, value })] });

/** Whoever fits the filter and has a value that is not less than this one. */
export const andSince = (filter: Filter, attribute: string, value: string): Filter =>
  new AndFilter({ filters: [filter, new GreaterThanEqualsFilter({ attribute, value })] });
