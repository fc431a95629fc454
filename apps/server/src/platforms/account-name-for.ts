import { accountNameFault } from '@alcove/contract';

/**
 * The account name that a name at a platform gives. No account has a dot, a hyphen or a plus in its name: an underscore stands for each. Such a name may
 * be given to a newcomer, but it says nothing about whose an account is: `exact` is false. What cannot be made one stays as it is.
 */
export function accountNameFor(name: string): { accountName: string; exact: boolean } {
  if (!accountNameFault(name)) return { accountName: name, exact: true };
  const made = name.replace(/[.+-]/g, '_');
  return { accountName: accountNameFault(made) ? name : made, exact: false };
}
