import { limits, linkPermissions } from '@alcove/contract';
import type { InputOf, Link, LinkPermission, LinkRules, LinkValidity, LinkVisitorType, calls } from '@alcove/contract';
import type { Chosen } from '../people/chosen.ts';

/** `keep`: the password that the link has, which nobody can read any more. */
export type PasswordDraft = { kind: 'none' | 'keep' } | { kind: 'new'; text: string };

/** The form of a link. */
export interface LinkDraft {
  name: string;
  visitorType: LinkVisitorType;
  people: readonly Chosen[];
  validity: LinkValidity;
  /** The person chose a validity, so its time counts from now on, even if it is the same as before. */
  renewed: boolean;
  /** The last day of a custom validity, `YYYY-MM-DD`, or ''. */
  day: string;
  password: PasswordDraft;
  limited: boolean;
  /** A number while it is one; the field's text otherwise. */
  visitLimit: number | string;
  permissions: readonly LinkPermission[];
  watermark: boolean;
  note: string;
}

const firstLimit = 200;

const daysOf: Partial<Record<LinkValidity, number>> = { '3d': 3, '1w': 7 };
const monthsOf: Partial<Record<LinkValidity, number>> = { '1m': 1, '3m': 3 };
/** Those with a term of their own, the longest first, with the most days that they may take. */
const terms: readonly (readonly [LinkValidity, number])[] = [
  ['3m', 92],
  ['1m', 31],
  ['1w', 7],
  ['3d', 3],
];

/** The validity that the company begins with, or the longest one that its limit allows. */
function firstValidity({ linkValidity, linkMostDays }: LinkRules): LinkValidity {
  if (linkMostDays === null) return linkValidity;
  const own = terms.find(([validity]) => validity === linkValidity)?.[1] ?? Infinity;
  return terms.find(([, days]) => days <= Math.min(own, linkMostDays))?.[0] ?? 'custom';
}

/** A new link: open to everyone who has it and its password, as the company has it. */
export const newDraft = (password: string, rules: LinkRules): LinkDraft => ({
  name: '',
  visitorType: 'everyone',
  people: [],
  validity: firstValidity(rules),
  renewed: false,
  day: '',
  password: { kind: 'new', text: password },
  limited: rules.linkMostVisits !== null,
  visitLimit: Math.min(firstLimit, rules.linkMostVisits ?? firstLimit),
  permissions: pressed([], rules.linkPermission),
  watermark: rules.linkWatermark,
  note: '',
});

export const draftOf = (link: Link): LinkDraft => ({
  name: link.name,
  visitorType: link.visitorType,
  people: link.users.map(({ userId, name, accountName }) => ({ kind: 'person', id: userId, name, accountName, path: [] })),
  validity: link.validity,
  renewed: false,
  day: link.validity === 'custom' ? dayOf(link.expireTime) : '',
  password: { kind: link.passwordSet ? 'keep' : 'none' },
  limited: link.visitLimit !== null,
  visitLimit: link.visitLimit ?? firstLimit,
  permissions: withImplied(link.permissions),
  watermark: link.watermark === 'default',
  note: link.note,
});

const viewing: readonly LinkPermission[] = linkPermissions.filter((one) => one !== 'upload');

/** The permissions with those that they include: whoever may download may preview. */
function withImplied(permissions: readonly LinkPermission[]): LinkPermission[] {
  if (permissions.includes('upload')) return ['upload'];
  const most = Math.max(-1, ...permissions.map((one) => viewing.indexOf(one)));
  return viewing.slice(0, most + 1);
}

/** The permissions after a press on one of them: what includes it goes with it, and what it includes comes with it. */
export function pressed(permissions: readonly LinkPermission[], one: LinkPermission): LinkPermission[] {
  if (one === 'upload') return permissions.includes('upload') ? [] : ['upload'];
  const at = viewing.indexOf(one);
  return permissions.includes(one) ? viewing.slice(0, at) : viewing.slice(0, at + 1);
}

const two = (value: number): string => String(value).padStart(2, '0');

/** A day in the viewer's time zone as `YYYY-MM-DD`; '' for none. */
export function dayOf(time: string | Date | null): string {
  if (time === null) return '';
  const date = new Date(time);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last moment of a day in the viewer's time zone. */
export function endOfDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59, 999);
}

/** Days end where the company is (UTC+8, without summer time), as the server counts them. */
const companyMs = 8 * 3_600_000;
const endThere = (year: number, month: number, date: number): Date => new Date(Date.UTC(year, month, date, 23, 59, 59, 999) - companyMs);

/** When a link with this validity ends, if it is made now: its last day is whole. Null: as long as its creator works here, or still open. */
export function endOfValidity(validity: LinkValidity, day: string, now: Date): Date | null {
  if (validity === 'custom') return day === '' ? null : endOfDay(day);
  const there = new Date(now.getTime() + companyMs);
  const [year, month, date] = [there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate()];
  const days = daysOf[validity];
  if (days !== undefined) return endThere(year, month, date + days);
  const months = monthsOf[validity];
  if (months === undefined) return null;
  const lastOfMonth = new Date(Date.UTC(year, month + months + 1, 0)).getUTCDate();
  return endThere(year, month + months, Math.min(date, lastOfMonth));
}

/** The latest day that a custom validity may have. */
export const lastDay = (now: Date): string => dayOf(new Date(now.getFullYear() + limits.linkYears, now.getMonth(), now.getDate()));

export type LinkField = 'name' | 'userIds' | 'expireTime' | 'password' | 'visitLimit' | 'permissions' | 'note';

/** What is wrong with a draft, by field. */
export type DraftFault =
  | 'nameEmpty'
  | 'peopleMissing'
  | 'endMissing'
  | 'endPast'
  | 'endFar'
  | 'endOver'
  | 'passwordWrong'
  | 'visitLimitWrong'
  | 'visitLimitOver'
  | 'permissionMissing';

type Validity = Pick<LinkDraft, 'validity' | 'day' | 'renewed'>;
type EndFault = 'endMissing' | 'endPast' | 'endFar' | 'endOver';

export function endFault({ validity, renewed, day }: Validity, link: Link | null, now: Date): EndFault | undefined {
  if (!renewed) return link?.reason === 'ended' ? 'endOver' : undefined;
  if (validity !== 'custom') return undefined;
  if (day === '') return 'endMissing';
  if (day < dayOf(now)) return 'endPast';
  return day > lastDay(now) ? 'endFar' : undefined;
}

function limitFault({ limited, visitLimit }: LinkDraft, link: Link | null): DraftFault | undefined {
  if (!limited) return undefined;
  const wrong = !Number.isInteger(visitLimit) || Number(visitLimit) < 1 || Number(visitLimit) > limits.linkVisits;
  if (wrong) return 'visitLimitWrong';
  return link?.reason === 'visits' && Number(visitLimit) <= link.visits ? 'visitLimitOver' : undefined;
}

function passwordFault({ password }: LinkDraft): DraftFault | undefined {
  const { least, most } = limits.linkPassword;
  return password.kind === 'new' && (password.text.length < least || password.text.length > most) ? 'passwordWrong' : undefined;
}

/** `link`: the link that is changed; null while it is created. A link whose end came, or whose visits are used up, needs a new end or limit. */
export function faultsOf(draft: LinkDraft, link: Link | null, now: Date): Partial<Record<LinkField, DraftFault>> {
  const faults: Record<LinkField, DraftFault | undefined> = {
    name: link !== null && draft.name.trim() === '' ? 'nameEmpty' : undefined,
    userIds: draft.visitorType === 'persons' && draft.people.length === 0 ? 'peopleMissing' : undefined,
    expireTime: endFault(draft, link, now),
    password: passwordFault(draft),
    visitLimit: limitFault(draft, link),
    permissions: draft.permissions.length === 0 ? 'permissionMissing' : undefined,
    note: undefined,
  };
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== undefined));
}

type Input = InputOf<typeof calls.link.createOrUpdate>;

export const validityInput = ({ validity, day }: Validity): Pick<Input, 'validity' | 'expireTime'> => ({
  validity,
  ...(validity === 'custom' && { expireTime: endOfDay(day).toISOString() }),
});
const peopleOf = ({ people }: LinkDraft): string[] => people.map(({ id }) => id);
const limitOf = ({ limited, visitLimit }: LinkDraft): number | null => (limited ? Number(visitLimit) : null);

export const creationOf = (draft: LinkDraft, instanceId: string): Input => ({
  instanceIds: [instanceId],
  ...(draft.name.trim() !== '' && { name: draft.name.trim() }),
  password: draft.password.kind === 'new' ? draft.password.text : null,
  permissions: [...draft.permissions],
  visitorType: draft.visitorType,
  ...(draft.visitorType === 'persons' && { userIds: peopleOf(draft) }),
  ...validityInput(draft),
  visitLimit: limitOf(draft),
  watermark: draft.watermark ? 'default' : 'none',
  note: draft.note.trim(),
});

const same = (one: readonly string[], other: readonly string[]): boolean => one.toSorted().join(' ') === other.toSorted().join(' ');

/** Only what differs from the link; empty if nothing does. */
export function changesOf(draft: LinkDraft, link: Link): Omit<Input, 'linkPath'> {
  const before = draftOf(link);
  const watermark = draft.watermark ? 'default' : 'none';
  const people = draft.visitorType === 'persons' && (before.visitorType !== 'persons' || !same(peopleOf(draft), peopleOf(before)));
  return {
    ...(draft.name.trim() !== before.name && { name: draft.name.trim() }),
    ...(draft.visitorType !== before.visitorType && { visitorType: draft.visitorType }),
    ...(people && { userIds: peopleOf(draft) }),
    ...(draft.renewed && validityInput(draft)),
    ...(draft.password.kind === 'new' && { password: draft.password.text }),
    ...(draft.password.kind === 'none' && link.passwordSet && { password: null }),
    ...(limitOf(draft) !== link.visitLimit && { visitLimit: limitOf(draft) }),
    ...(!same(draft.permissions, before.permissions) && { permissions: [...draft.permissions] }),
    ...(watermark !== link.watermark && { watermark }),
    ...(draft.note.trim() !== link.note && { note: draft.note.trim() }),
  };
}
