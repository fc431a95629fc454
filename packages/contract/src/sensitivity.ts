/**
 * Sensitivity of a file, or of everything in a folder, ascending. Items with `high` are never shared by link (specification 2 section 6).
 */
export const sensitivities = ['normal', 'internal', 'high'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** A file's sensitivity is the highest among its own and those of the folders above. */
export const mostSensitive = (levels: readonly Sensitivity[]): Sensitivity =>
  sensitivities[Math.max(0, ...levels.map((level) => sensitivities.indexOf(level)))]!;

/** The item's own sensitivity, that of the folders above, and the resulting one. */
export interface SensitivityOf {
  own: Sensitivity;
  above: Sensitivity;
}
