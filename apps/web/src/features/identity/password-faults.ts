import { passwordIsStrong } from '@alcove/contract';
import type { PlainKey } from '../../i18n/index.ts';

export interface PasswordChange {
  oldPassword: string;
  newPassword: string;
  confirmPassword: string;
}

export type PasswordFaults = Partial<Record<keyof PasswordChange, PlainKey>>;

/** The password rules of the server, checked before the request (specification 2 section 5). */
export function passwordFaults({ oldPassword, newPassword, confirmPassword }: PasswordChange): PasswordFaults {
  const faults: PasswordFaults = {};
  if (!oldPassword) faults.oldPassword = 'identity.passwordMissing';
  if (!passwordIsStrong(newPassword)) faults.newPassword = 'identity.passwordWeak';
  else if (newPassword === oldPassword) faults.newPassword = 'identity.passwordUnchanged';
  if (!confirmPassword) faults.confirmPassword = 'identity.repeatMissing';
  else if (confirmPassword !== newPassword) faults.confirmPassword = 'identity.passwordsDiffer';
  return faults;
}
