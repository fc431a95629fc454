/** People and departments as a directory tells of them, after what nobody could use was taken out. */
import { emailFault, fullNameFault, normalised } from '@alcove/contract';

export interface ToldDepartment {
  /** The directory's own name for the entry. It never changes and is never given to another. */
  subject: string;
  /** Null: it is at the top. */
  parent: string | null;
  name: string;
}

export interface ToldPerson {
  subject: string;
  /** What their account is called, if it can be called so. */
  accountName: string;
  /** It was made of the name in the directory, which no account can have. */
  nameMade?: boolean;
  realName: string;
  email: string;
  /** The department they are in; null: none; undefined: the directory is not asked for departments. */
  department?: string | null;
  /** False: the directory says that they may not sign in. */
  active: boolean;
}

/** As they are kept: `department` is one that can be had, and has this name. */
export interface PlacedPerson extends ToldPerson {
  departmentName: string;
}

/** A text of an entry, or nothing if no account may have it. */
export function usableText(value: unknown, isWrong: (text: string) => unknown): string | null {
  const text = typeof value === 'string' && value.length <= 1024 && value.isWellFormed() ? normalised(value).trim() : '';
  return text !== '' && !isWrong(text) ? text : null;
}

/** The labels of a person. Somebody without a usable name is shown by their account name. */
export const labelsOf = (given: { accountName: string; realName: unknown; email: unknown }): { realName: string; email: string } => ({
  realName: usableText(given.realName, fullNameFault) ?? given.accountName,
  email: usableText(given.email, emailFault) ?? '',
});

/** The name of a unit as a department may have it: an underscore stands for what is neither a letter nor a digit. */
export const departmentNameOf = (name: string): string =>
  name.isWellFormed() ? (normalised(name).match(/[\p{L}\p{M}\p{Nd}_]+/gu) ?? []).join('_') : '';
