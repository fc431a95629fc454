import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { assignRoles, createRole, removeRole, requireFactor, updateRole } from './change-roles.ts';
import { findRoles } from './role-queries.ts';

const { adminRole } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(adminRole.page, async () => ({ items: await findRoles(database) })),
  answer(adminRole.create, (input, { caller }) => createRole(database, input, caller)),
  answer(adminRole.update, (input, { caller }) => updateRole(database, input, caller)),
  answer(adminRole.remove, (input, { caller }) => removeRole(database, input, caller)),
  answer(adminRole.requireFactor, (input, { caller }) => requireFactor(database, input, caller)),
  answer(adminRole.assign, (input, { caller }) => assignRoles(database, input, caller)),
];
