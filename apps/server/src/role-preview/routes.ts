import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { exportPreview } from './export-preview.ts';
import { companyRoleChange, fileRoleChange } from './role-changes.ts';
import { previewOf } from './preview-change.ts';

const { adminFileRole, adminRole } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(adminRole.preview, async (input, { caller }) => previewOf(database, await companyRoleChange(database, input, caller))),
  answer(adminFileRole.preview, async (input) => previewOf(database, await fileRoleChange(database, input))),
  answer(adminRole.exportPreview, async (input, { caller, language }) =>
    exportPreview(database, await companyRoleChange(database, input, caller), language),
  ),
  answer(adminFileRole.exportPreview, async (input, { language }) =>
    exportPreview(database, await fileRoleChange(database, input), language),
  ),
];
