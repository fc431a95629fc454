import {
  accountNameFault,
  capacityFault,
  emailFault,
  failureText,
  fullNameFault,
  passwordIsStrong,
  phoneFault,
  userNameFault,
  type Account,
  type FailureCode,
  type InputOf,
  type Language,
  type calls,
} from '@alcove/contract';
import type { PlainKey } from '../../i18n/index.ts';

const GB = 2 ** 30;
const MB = 2 ** 20;

/** What the form shows. `default` leaves the value to the service configuration. */
export interface AccountForm {
  realName: string;
  accountName: string;
  userName: string;
  departmentId: string | null;
  phone: string;
  email: string;
  roleIds: readonly string[];
  passwordBy: 'drawn' | 'hand';
  password: string;
  quotaBy: 'default' | 'none' | 'limit';
  quotaGB: number | string;
  speedBy: 'default' | 'limit';
  speedMB: number | string;
  validity: 'none' | 'until';
  /** `YYYY-MM-DD`. */
  until: string | null;
}

export type AccountField = keyof AccountForm;
export type AccountFaults = Partial<Record<AccountField, string>>;

const two = (value: number) => String(value).padStart(2, '0');
const dayOf = (stamp: string): string => {
  const date = new Date(stamp);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};
/** The end of a day in the administrator's time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();

export const emptyForm = (departmentId: string | null): AccountForm => ({
  realName: '',
  accountName: '',
  userName: '',
  departmentId,
  phone: '',
  email: '',
  roleIds: [],
  passwordBy: 'drawn',
  password: '',
  quotaBy: 'default',
  quotaGB: '',
  speedBy: 'default',
  speedMB: '',
  validity: 'none',
  until: null,
});

export const formOf = (account: Account): AccountForm => ({
  ...emptyForm(account.departmentId),
  realName: account.realName,
  accountName: account.accountName,
  userName: account.userName,
  phone: account.phone,
  email: account.email,
  roleIds: account.roles.map(({ roleId }) => roleId),
  quotaBy: account.quotaBytes === null ? 'none' : 'limit',
  quotaGB: account.quotaBytes === null ? '' : account.quotaBytes / GB,
  speedBy: account.speedLimit === null ? 'default' : 'limit',
  speedMB: account.speedLimit === null ? '' : account.speedLimit / MB,
  validity: account.expiresAt === null ? 'none' : 'until',
  until: account.expiresAt === null ? null : dayOf(account.expiresAt),
});

/** The rules of the server, checked before the request (specification 2 section 5). `say` turns keys into texts. */
export function accountFaults(form: AccountForm, creating: boolean, language: Language, say: (key: PlainKey) => string): AccountFaults {
  const faults: AccountFaults = {};
  const put = (field: AccountField, code: FailureCode | null) => {
    if (code) faults[field] = failureText(code, language);
  };
  put('realName', fullNameFault(form.realName.trim()));
  if (creating) put('accountName', accountNameFault(form.accountName.trim()));
  if (form.userName.trim() !== '') put('userName', userNameFault(form.userName.trim()));
  put('phone', phoneFault(form.phone.trim()));
  put('email', emailFault(form.email.trim()));
  if (creating && form.passwordBy === 'hand' && !passwordIsStrong(form.password)) put('password', 'PASSWORD_WEAK');
  if (form.quotaBy === 'limit') {
    if (form.quotaGB === '') faults.quotaGB = say('adminPeople.numberMissing');
    else put('quotaGB', capacityFault(Math.round(Number(form.quotaGB) * GB)));
  }
  if (form.speedBy === 'limit' && !(Number(form.speedMB) * MB >= 1)) faults.speedMB = say('adminPeople.numberMissing');
  if (form.validity === 'until') {
    if (form.until === null) faults.until = say('adminPeople.untilMissing');
    else if (Date.parse(endOfDay(form.until)) <= Date.now()) put('until', 'VALIDITY_WRONG');
  }
  return faults;
}

/** The form field that shows a failure about this field of a call. */
export const formField = (field: string | undefined): AccountField | null => {
  const fields: Record<string, AccountField> = {
    realName: 'realName',
    accountName: 'accountName',
    userName: 'userName',
    departmentId: 'departmentId',
    phone: 'phone',
    email: 'email',
    roleIds: 'roleIds',
    password: 'password',
    quotaBytes: 'quotaGB',
    speedLimit: 'speedMB',
    expiresAt: 'until',
  };
  return (field !== undefined && fields[field]) || null;
};

type Shared = Pick<InputOf<typeof calls.adminUser.update>, 'realName' | 'userName' | 'departmentId' | 'phone' | 'email' | 'expiresAt'>;

const sharedOf = (form: AccountForm): Required<Shared> => ({
  realName: form.realName.trim(),
  userName: form.userName.trim(),
  departmentId: form.departmentId,
  phone: form.phone.trim(),
  email: form.email.trim(),
  expiresAt: form.validity === 'until' && form.until !== null ? endOfDay(form.until) : null,
});
const quotaOf = (form: AccountForm) => (form.quotaBy === 'limit' ? Math.round(Number(form.quotaGB) * GB) : null);
const speedOf = (form: AccountForm) => (form.speedBy === 'limit' ? Math.round(Number(form.speedMB) * MB) : null);

export const creationOf = (form: AccountForm, mayAssign: boolean): InputOf<typeof calls.adminUser.create> => {
  const { userName, ...shared } = sharedOf(form);
  return {
    ...shared,
    accountName: form.accountName.trim(),
    ...(userName !== '' && { userName }),
    ...(mayAssign && form.roleIds.length > 0 && { roleIds: [...form.roleIds] }),
    ...(form.quotaBy !== 'default' && { quotaBytes: quotaOf(form) }),
    speedLimit: speedOf(form),
    ...(form.passwordBy === 'hand' && { password: form.password }),
  };
};

/** Only what differs from `before`, so that somebody else's change of another field stays. */
export function changesOf(form: AccountForm, before: AccountForm): Omit<InputOf<typeof calls.adminUser.update>, 'userId'> {
  const [now, was] = [sharedOf(form), sharedOf(before)];
  const changed = Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== was[field as keyof Shared]));
  return {
    ...changed,
    ...(quotaOf(form) !== quotaOf(before) && { quotaBytes: quotaOf(form) }),
    ...(speedOf(form) !== speedOf(before) && { speedLimit: speedOf(form) }),
    ...(form.roleIds.toSorted().join() !== before.roleIds.toSorted().join() && { roleIds: [...form.roleIds] }),
  };
}
