import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';

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

export const setSensitivity = call<SensitivityOf>()({
  name: 'instance.setSensitivity',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/instance/setSensitivity',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({ instanceId: fields.instanceId, fileSharingId: fields.id.optional(), sensitivity: z.enum(sensitivities) }),
  summary: 'Sets the sensitivity of a file or folder. Needs the permission to manage its people.',
});
