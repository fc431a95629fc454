import { RE2JS } from 're2js';

/**
 * A pattern that is matched in time linear in the text, whatever the pattern. Texts are folded, so it knows neither case nor lines. Throws an
 * error whose message says what is wrong with it.
 */
export const patternOf = (value: string): RE2JS => RE2JS.compile(value, RE2JS.CASE_INSENSITIVE);

export const isFound = (pattern: RE2JS, folded: string): boolean => pattern.matcher(folded).find();
