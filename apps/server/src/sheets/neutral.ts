const active = /^[=+\-@\t\r]/;

/** A text that no spreadsheet takes for a formula: saved as CSV and opened again, `=…` would be one. */
export const neutral = (text: string): string => (active.test(text) ? `'${text}` : text);

/** The text that `neutral` was given. */
export const original = (text: string): string => (text.startsWith("'") && active.test(text.slice(1)) ? text.slice(1) : text);
