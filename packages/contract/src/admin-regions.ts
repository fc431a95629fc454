/** The regions of the company: networks to which administrators give names. The log shows where an address is by them. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

export interface Region {
  regionId: string;
  name: string;
  /** IPv4 and IPv6, in CIDR notation; an address alone is `/32` or `/128`. No two regions have the same one. */
  networks: string[];
  note: string;
  updateTime: string;
}

const edits = { caller: 'administrator', adminItem: 'regions.edit' } as const;
const text = z.string().transform((given) => normalised(given).trim());
const name = text.pipe(z.string().min(1).max(limits.regionNameLength));
const networks = z.array(z.string().max(60)).min(1).max(limits.regionNetworks);
const note = text.pipe(z.string().max(limits.regionNoteLength));

export const list = call<{ regions: Region[] }>()({
  name: 'adminRegion.list',
  method: 'GET',
  path: '/disk/api/admin/region/list',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'logs.view',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'All regions with their networks, by name.',
});

export const create = call<Region>()({
  name: 'adminRegion.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/region/create',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ name, networks, note: note.default('') }),
  log: { deed: 'change', made: { region: 'regionId' }, details: ['networks'] },
  summary: 'Names networks as a region.',
});

export const update = call<Region>()({
  name: 'adminRegion.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/region/update',
  fieldsIn: 'json',
  // A rule of the IP allowlist that names it lets in whoever comes from its networks.
  freshProof: true,
  ...edits,
  request: z.strictObject({ regionId: fields.id, name: name.optional(), networks: networks.optional(), note: note.optional() }),
  log: { deed: 'change', of: { region: 'regionId' }, details: ['name', 'networks'] },
  summary:
    'Changes a region. The log shows it by the new networks from then on, also in entries that are there. If rules of the IP allowlist name it, new networks need the right to edit those, too.',
});

export const remove = call<null>()({
  name: 'adminRegion.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/region/remove',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ regionId: fields.id }),
  log: { deed: 'change', of: { region: 'regionId' }, before: true },
  summary: 'Deletes a region.',
});
