import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';

/** How sensitive a file or all of a folder is, upwards. What is high leaves the company by no link (specification 2 section 6). */
export const sensitivities = ['normal', 'internal', 'high'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** A file is as sensitive as the most sensitive of itself and the folders above it. */
export const mostSensitive = (levels: readonly Sensitivity[]): Sensitivity =>
  sensitivities[Math.max(0, ...levels.map((level) => sensitivities.indexOf(level)))]!;

/** What it says of itself, what it is by the folders above, and therefore is. */
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
  request: z.strictObject({ instanceId: fields.id, fileSharingId: fields.id.optional(), sensitivity: z.enum(sensitivities) }),
  summary: 'Says how sensitive a file or folder is: for those who manage its people.',
});
