import type { ServiceConfig } from '@alcove/contract';
import { adminItemsOf } from '../roles/index.ts';
import type { AdminRole } from '../roles/index.ts';

/** Whether somebody must have a second factor, and has none. */
export const mustEnrol = (
  wanted: ServiceConfig['secondFactorFor'],
  { has_factor: has, role_needs_factor: asked, roles }: { has_factor: boolean; role_needs_factor: boolean; roles: AdminRole[] },
): boolean => !has && (asked || wanted === 'everybody' || (wanted === 'administrators' && adminItemsOf(roles).length > 0));
