/** The names of people and departments (specification 2 section 5). Pure. */
import { z } from 'zod';
import type { FailureCode } from './failures.ts';
import { limits } from './limits.ts';
import { nameLength, unsafeText } from './names.ts';

type Fault<Code extends FailureCode> = Code | null;

/** The name for signing in, unique regardless of case: ASCII digits, letters and underscore, no look-alikes. */
export const accountNameFault = (name: string): Fault<'ACCOUNT_NAME_WRONG'> =>
  /^[0-9A-Za-z_]+$/.test(name) && name.length <= limits.accountNameLength ? null : 'ACCOUNT_NAME_WRONG';

const isShown = (name: string, least: number, most: number): boolean =>
  name === name.trim() && !unsafeText.test(name) && nameLength(name) >= least && nameLength(name) <= most;

/** The display name besides the full name: 5 to 120 characters. */
export const userNameFault = (name: string): Fault<'USER_NAME_WRONG'> =>
  isShown(name, limits.userNameLength.least, limits.userNameLength.most) ? null : 'USER_NAME_WRONG';

/** The name that colleagues read, in any script. */
export const fullNameFault = (name: string): Fault<'FULL_NAME_WRONG'> =>
  isShown(name, 1, limits.fullNameLength) ? null : 'FULL_NAME_WRONG';

/** Letters of any script, digits and underscore; no spaces. */
export const departmentNameFault = (name: string): Fault<'DEPARTMENT_NAME_WRONG'> =>
  /^[\p{L}\p{M}\p{Nd}_]+$/u.test(name) && nameLength(name) <= limits.departmentNameLength ? null : 'DEPARTMENT_NAME_WRONG';

/** The name of a company role: 1 to 32 characters. */
export const roleNameFault = (name: string): Fault<'ROLE_NAME_WRONG'> =>
  isShown(name, 1, limits.roleNameLength) ? null : 'ROLE_NAME_WRONG';

/** Empty: none is known. */
export const phoneFault = (phone: string): Fault<'PHONE_WRONG'> =>
  phone === '' || (/^\+?[0-9][0-9 ()-]*$/.test(phone) && phone.length <= limits.phoneLength) ? null : 'PHONE_WRONG';

/** Empty: none is known. */
export const emailFault = (email: string): Fault<'EMAIL_WRONG'> =>
  email === '' || (z.email().safeParse(email).success && email.length <= limits.emailLength) ? null : 'EMAIL_WRONG';

/** Bytes for a person or department: a whole number, at least 0; null: unlimited. */
export const capacityFault = (bytes: number | null): Fault<'CAPACITY_WRONG'> =>
  bytes === null || (Number.isSafeInteger(bytes) && bytes >= 0) ? null : 'CAPACITY_WRONG';
