/** What an entry says about a request, from the contract's declaration. Pure. */
import { failures } from '@alcove/contract';
import type { Call, CallLog, FailureCode, LoggedFields, LoggedKind } from '@alcove/contract';
import { noObject } from './entry.ts';
import type { Detail, LoggedObject } from './entry.ts';

type Given = Readonly<Record<string, unknown>>;

const given = (value: unknown): Given => (typeof value === 'object' && value !== null ? (value as Given) : {});

const fits = (value: unknown): value is string | Given | unknown[] => value !== undefined && value !== null && value !== '';

/** The kind and the value of the first field that is there. */
function firstOf(fields: LoggedFields, from: Given): { kind: LoggedKind; values: unknown[] } | null {
  for (const [kind, names] of Object.entries(fields) as [LoggedKind, string | readonly string[]][])
    for (const name of [names].flat()) if (fits(from[name])) return { kind, values: [from[name]].flat() };
  return null;
}

/** Ids of anything else than these kinds are not uuids. */
const objectOf = (kind: LoggedKind, value: unknown, within: string | null): LoggedObject => {
  if (kind === 'member') {
    const { kind: of, id, ...rest } = given(value);
    return {
      kind: of === 'department' ? 'department' : 'person',
      id: String(id),
      within,
      result: 0,
      detail: Object.keys(rest).length > 0 ? rest : null,
    };
  }
  // The path of a link is a key of which the entry keeps the link's id alone.
  if (kind === 'setting' || kind === 'link') return { kind, id: null, key: String(value), within, result: 0 };
  return { kind, id: String(value), within, result: 0 };
};

/** The objects that the request names, each once. Empty if it names none. */
export function objectsNamed(log: CallLog, fields: unknown): LoggedObject[] {
  const from = given(fields);
  const within = log.within === undefined ? null : String(from[log.within]);
  const first = firstOf(log.of ?? {}, from);
  if (!first) return [];
  return distinct(first.values.map((value) => objectOf(first.kind, value, within)));
}

const distinct = (objects: readonly LoggedObject[]): LoggedObject[] => [
  ...new Map(objects.map((one) => [`${one.kind} ${one.id} ${one.key ?? ''}`, one])).values(),
];

/** The objects that the answer says were created. */
export function objectsMade(log: CallLog, answer: unknown): LoggedObject[] {
  const first = firstOf(log.made ?? {}, given(answer));
  if (!first) return [];
  const made = first.values.map((value) => objectOf(first.kind, value, null));
  if (!Array.isArray(given(answer).children)) return made;
  return treeIds(answer, Object.values(log.made!).flat()[0]!).map((id) => ({ kind: 'item', id, onlyNew: true, result: 0 }));
}

function treeIds(top: unknown, field: string): string[] {
  const ids: string[] = [];
  const waiting = [given(top)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    ids.push(String(node[field]));
    if (Array.isArray(node.children)) waiting.push(...node.children.map(given));
  }
  return ids;
}

/** What the answer says of each object: done, refused, or to be done by a task. An answer that says nothing of them means done. */
export function withResults(objects: readonly LoggedObject[], answer: unknown): LoggedObject[] {
  if (!Array.isArray(answer)) return [...objects];
  const outcomes = answer.map(given);
  const idOf = ({ instanceId, recycleId, id }: Given): unknown => recycleId ?? instanceId ?? id;
  const byId = new Map(outcomes.map((one) => [idOf(one), one]));
  return objects.map((object, index) => {
    const outcome = byId.get(object.id) ?? (byId.has(undefined) ? outcomes[index] : undefined);
    if (outcome?.done === false) return { ...object, result: Number(outcome.errcode) };
    return typeof outcome?.taskId === 'string' ? { ...object, detail: { ...object.detail, taskId: outcome.taskId } } : object;
  });
}

/** Larger details are only in the first entry of a request; the trace id leads to it. */
const mostRepeatedLength = 1000;

/** The further fields that the contract names, what the use case added, and what each object was before. */
export function withDetails(
  objects: readonly LoggedObject[],
  detail: Detail,
  before: ReadonlyMap<string, Detail> = new Map(),
): LoggedObject[] {
  const some = Object.keys(detail).length > 0;
  const repeated = objects.length === 1 || JSON.stringify(detail).length <= mostRepeatedLength;
  return objects.map((one, index) => {
    const was = before.get(one.id ?? one.key ?? '');
    const shared = some && (index === 0 || repeated) ? detail : {};
    return was || shared === detail ? { ...one, detail: { ...shared, ...one.detail, ...(was && { before: was }) } } : one;
  });
}

export function detailsOf(log: CallLog, fields: unknown): Detail {
  const from = given(fields);
  return Object.fromEntries((log.details ?? []).flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])));
}

/** The answer to whoever only asks whether something is ready opens nothing. */
export const opensNothing = (answer: unknown): boolean => given(answer).kind === 'preparing';

/** Failures of the request itself: no rule refused anything. */
const notRefusals: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'BAD_REQUEST',
  'TOO_MANY_ITEMS',
  'CHANGING_HERE',
  'TOO_MANY_REQUESTS',
  'REQUEST_UNDER_WAY',
]);
/** What is missing and what is hidden get the same answer. */
const hidden = failures.FILE_NOT_FOUND.errcode;

/**
 * Whether a failed call is a refusal that is logged: of a permission, of a sign-in, or of a change or a read by a rule. Without a session,
 * nobody is refused anything but a sign-in or an address: otherwise anybody could fill the log. Refusals of addresses are limited in `refused-address`.
 */
export function isRefusal({ changes, log }: Pick<Call, 'changes' | 'log'>, signedIn: boolean, code: FailureCode): boolean {
  if (failures[code].status >= 500 || notRefusals.has(code)) return false;
  if (code === 'ADDRESS_NOT_ALLOWED') return true;
  if (!signedIn) return log !== 'none' && log.deed === 'session';
  if (
    code === 'NOT_ALLOWED' ||
    code === 'PASSWORD_CHANGE_NEEDED' ||
    code === 'AGREEMENT_NEEDED' ||
    code === 'SECOND_FACTOR_REQUIRED' ||
    failures[code].errcode === hidden
  )
    return true;
  return changes !== 'nothing' || log !== 'none';
}

/** More objects of one refused request are only counted. */
const mostRefused = 20;

/** The objects of a request that was refused as a whole. */
export function objectsRefused({ log, needs }: Pick<Call, 'log' | 'needs'>, fields: unknown, code: FailureCode): LoggedObject[] {
  const result = failures[code].errcode;
  const from = given(fields);
  const item = needs?.of ?? (from.instanceId === undefined ? 'parentId' : 'instanceId');
  const named = objectsNamed(log === 'none' ? { deed: 'read', of: { item } } : log, fields);
  const shown = named.slice(0, mostRefused).map((one) => ({ ...one, result }));
  // What was not created has no object, but the folder where it was tried is known.
  const where = named.length === 0 && typeof from.parentId === 'string' ? { parentId: from.parentId } : {};
  const detail = { ...(log === 'none' ? {} : detailsOf(log, fields)), ...where };
  const counted = named.length > mostRefused ? { ...detail, objects: named.length } : detail;
  return withDetails(shown.length > 0 ? shown : [noObject(result)], counted);
}

/** Of a call with several files, those that were refused: they have no row, and are known by the names that were sent. */
export function refusedIn(fields: unknown, answer: unknown): LoggedObject[] {
  const { items } = given(fields);
  if (!Array.isArray(answer) || !Array.isArray(items)) return [];
  return answer.map(given).flatMap(({ done, errcode }, index): LoggedObject[] => {
    const { fName, parentId } = given(items[index]);
    return done === false ? [{ kind: 'item', id: null, key: String(fName), result: Number(errcode), detail: { parentId } }] : [];
  });
}
