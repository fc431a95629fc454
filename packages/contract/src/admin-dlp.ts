/** The content rules: what may go outside unseen, what must be reviewed, and what never leaves. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

/**
 * What a rule looks at: words in name or text, a pattern in name or text (linear time), the suffix, the size in bytes (at least), the sensitivity.
 */
export const dlpKinds = ['keyword', 'pattern', 'suffix', 'size', 'sensitivity'] as const;
export type DlpKind = (typeof dlpKinds)[number];
/** What happens to a file that a rule finds. */
export const dlpActions = ['review', 'refuse'] as const;
export type DlpAction = (typeof dlpActions)[number];

export interface DlpRule {
  ruleId: string;
  name: string;
  kind: DlpKind;
  /** One word a line; one pattern; suffixes separated by commas; bytes; a level. */
  value: string;
  action: DlpAction;
  enabled: boolean;
  updateTime: string;
}

const edits = { caller: 'administrator', adminItem: 'dlp.edit' } as const;
const name = z
  .string()
  .transform((text) => normalised(text).trim())
  .pipe(z.string().min(1).max(limits.dlpNameLength));
const value = z.string().min(1).max(limits.dlpValueLength);

/**
 * The version changes with each change of a rule; `pub.dlpVersion` answers it too. `used`: false while the configuration `contentRules` switches all of
 * them off.
 */
export const page = call<{ version: string; used: boolean; rules: DlpRule[] }>()({
  name: 'adminDlp.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/dlp/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'dlp.view',
  request: z.strictObject({}),
  log: 'none',
  summary: 'All content rules, by name.',
});

export const create = call<DlpRule>()({
  name: 'adminDlp.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/dlp/create',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({
    name,
    kind: z.enum(dlpKinds),
    value,
    action: z.enum(dlpActions).default('review'),
    enabled: z.boolean().default(true),
  }),
  log: { deed: 'change', made: { dlpRule: 'ruleId' }, details: ['kind', 'action', 'enabled'] },
  summary: 'Adds a content rule. What is outside already is judged by it from then on.',
});

export const update = call<DlpRule>()({
  name: 'adminDlp.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/dlp/update',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({
    ruleId: fields.id,
    name: name.optional(),
    value: value.optional(),
    action: z.enum(dlpActions).optional(),
    enabled: z.boolean().optional(),
  }),
  log: { deed: 'change', of: { dlpRule: 'ruleId' }, details: ['action', 'enabled'] },
  summary: 'Changes a content rule.',
});

export const remove = call<null>()({
  name: 'adminDlp.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/dlp/remove',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ ruleId: fields.id }),
  log: { deed: 'change', of: { dlpRule: 'ruleId' }, before: true },
  summary: 'Deletes a content rule.',
});

/** Tries a rule that is not saved yet on a text that the administrator enters. */
export const test = call<{ found: boolean; /** The places, at most 100: offset and length in characters. */ places: [number, number][] }>()(
  {
    name: 'adminDlp.test',
    method: 'POST',
    changes: 'nothing',
    path: '/disk/api/admin/dlp/test',
    fieldsIn: 'json',
    ...edits,
    request: z.strictObject({ kind: z.enum(dlpKinds), value, text: z.string().max(limits.dlpTestLength) }),
    log: 'none',
    summary: 'Tries a content rule on a text.',
  },
);
