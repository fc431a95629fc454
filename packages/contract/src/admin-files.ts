/** File management: administrators find files in all spaces. Names are free to them, contents only for a reason. */
import { z } from 'zod';
import { call } from './call.ts';
import type { Category } from './categories.ts';
import * as fields from './fields.ts';
import type { InstanceId } from './ids.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';
import { sensitivities } from './sensitivity.ts';
import type { Sensitivity } from './sensitivity.ts';
import type { InstanceType } from './space-kinds.ts';

export interface ManagedFile {
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  category: Category;
  /** Bytes; 0 for a folder. */
  fileSize: number;
  /** '1' personal, '2' group, '3' department. */
  instanceType: InstanceType;
  spaceName: string;
  /** The folders that it is in, from the top of the space down. */
  folders: string[];
  /** Of a personal space its owner, elsewhere whoever made it. */
  owner: { userId: string; name: string };
  updateTime: string;
  /** The highest sensitivity among its own and those of the folders above. */
  sensitivity: Sensitivity;
  /** People and departments that it is shared with. */
  sharedWith: number;
  /** External links that are open or being verified. */
  links: number;
}

export interface ManagedFiles {
  items: ManagedFile[];
  /** There are more than are shown. */
  more: boolean;
  /** So much has changed that only what changed since then was looked at; null: everything was. */
  since: string | null;
}

/** Specification 2 section 5: the end is not before the start. */
const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }): boolean =>
  from === undefined || to === undefined || Date.parse(from) <= Date.parse(to);

export const page = call<ManagedFiles>()({
  name: 'adminFile.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/file/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'files.view',
  limit: limits.lookups,
  request: z
    .strictObject({
      /** A part of the name, in upper or lower case. */
      keyword: z
        .string()
        .max(limits.nameLength)
        .transform((text) => normalised(text).trim())
        .optional(),
      instanceType: z.enum(['1', '2', '3']).optional(),
      ownerId: fields.id.optional(),
      classifierId: z.enum(['File', 'Folder']).optional(),
      category: z.number().int().min(1).max(7).optional(),
      sensitivity: z.enum(sensitivities).optional(),
      shared: z.boolean().optional(),
      linked: z.boolean().optional(),
      sizeMin: z.number().int().min(0).optional(),
      sizeMax: z.number().int().min(0).optional(),
      /** Changed since, and until. */
      from: z.iso.datetime({ offset: true }).optional(),
      to: z.iso.datetime({ offset: true }).optional(),
    })
    .refine(inOrder, { path: ['to'] })
    .refine(({ sizeMin, sizeMax }) => sizeMin === undefined || sizeMax === undefined || sizeMin <= sizeMax, { path: ['sizeMax'] }),
  log: { deed: 'read', details: ['keyword', 'ownerId'] },
  summary: 'Files and folders in all spaces whose name contains a keyword: the 200 that changed last.',
});
