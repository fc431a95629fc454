/** Calls for administrators to read and change the service configuration. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import { serviceConfigCodes } from './service-config.ts';
import type { ServiceConfigCode } from './service-config.ts';

export interface ConfigurationItem {
  code: ServiceConfigCode;
  /** What holds now. An invalid row counts as missing. */
  value: unknown;
  default: unknown;
  /** What the value may be, in a form that both languages share. */
  allowed: string;
  /** Whether there is no row, so that the default holds. */
  isDefault: boolean;
  note: string;
  /** The latest change by a call; null: there was none. `update` takes its id, so that nobody overwrites what they have not seen. */
  change: { changeId: string; time: string; userId: string; name: string } | null;
}

export interface ConfigurationChange {
  changeId: string;
  time: string;
  userId: string;
  name: string;
  /** Null: the default. */
  before: { value: unknown } | null;
  after: { value: unknown } | null;
  note: string;
}

const code = z.enum(Object.keys(serviceConfigCodes) as [ServiceConfigCode, ...ServiceConfigCode[]]);
const note = z.string().trim().max(limits.configurationNoteLength).default('');

export const page = call<{ items: ConfigurationItem[] }>()({
  name: 'adminConfiguration.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/config/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'configuration.view',
  request: z.strictObject({}),
  log: 'none',
  summary: 'Lists every code of the service configuration, with its value, its default and its latest change.',
});

export const update = call<ConfigurationItem>()({
  name: 'adminConfiguration.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/config/update',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'configuration.edit',
  request: z.strictObject({
    code,
    /** Validated by the schema of its code. Without it, the default holds again. */
    value: z.json().optional(),
    note,
    /** The latest change that the caller has seen, or null; without it, the value is written whatever it was. */
    seen: fields.id.nullable().optional(),
  }),
  log: { deed: 'change', of: { setting: 'code' } },
  summary: 'Sets a code of the service configuration. Every process uses it within a second.',
});

export const history = call<Page<ConfigurationChange>>()({
  name: 'adminConfiguration.history',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/config/history',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'configuration.view',
  request: z.strictObject({ code, page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  log: 'none',
  summary: 'Lists the changes of one code, newest first.',
});

export const revert = call<ConfigurationItem>()({
  name: 'adminConfiguration.revert',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/config/revert',
  fieldsIn: 'json',
  freshProof: true,
  caller: 'administrator',
  adminItem: 'configuration.edit',
  request: z.strictObject({ code, changeId: fields.id, note }),
  log: { deed: 'change', of: { setting: 'code' }, details: ['changeId'] },
  summary: 'Sets a code to what it was before one of its changes, perhaps its default. This is a change of its own.',
});
