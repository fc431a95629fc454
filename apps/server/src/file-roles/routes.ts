import type { Kysely } from 'kysely';
import { calls, fileRoles, itemsInOrder } from '@alcove/contract';
import type { EditedFileRole } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { readFileRoles } from '../permission/index.ts';
import { updateFileRole } from './update-file-role.ts';

const { adminFileRole } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(adminFileRole.page, async () => {
    const roles = await readFileRoles(database);
    return { items: fileRoles.map((role): EditedFileRole => ({ role, items: itemsInOrder(roles[role]) })) };
  }),
  answer(adminFileRole.update, (input, { caller }) => updateFileRole(database, input, caller)),
];
