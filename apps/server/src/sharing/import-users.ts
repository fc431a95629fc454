import type { Kysely } from 'kysely';
import { failureText, mayGive, normalised } from '@alcove/contract';
import type {
  FailureCode,
  FileRoleItems,
  ImportedList,
  ImportedRow,
  MatchedName,
  Person,
  RequestOf,
  SentFile,
  ShareLevel,
  calls,
} from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { matchNames } from '../departments/index.ts';
import { Failure } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import { readFileRoles, requireLasting } from '../permission/index.ts';
import { readSheet } from '../sheets/index.ts';
import type { Row } from '../sheets/index.ts';
import type { SharingDeps } from './deps.ts';
import { giveShare } from './give-share.ts';
import { importBounds } from './list-bounds.ts';
import { departmentsMeant, placesOf } from './list-columns.ts';
import type { ListColumn } from './list-columns.ts';
import { openShare } from './open-share.ts';
import type { OpenShare } from './open-share.ts';
import { roleOfWord } from './sharing-rules.ts';

type Input = RequestOf<typeof calls.innerSharing.checkUploadUser>;
type Written = Record<ListColumn, string> & { row: number };

/** What each row of a list means for this share. Throws what `openShare` and `readSheet` throw. */
export async function checkImport(database: Kysely<Tables>, input: Input, context: UserContext): Promise<ImportedList> {
  const opened = await openShare(database, context.caller, input);
  const roles = await readFileRoles(database);
  const written = readRows(await rowsOf(input.file));
  const asked = written.map(({ account, name }) => account || name);
  const matches = asked.length > 0 ? await matchNames(database, asked, context) : [];
  const taken = new Map<string, number>();
  const rows: ImportedRow[] = [];
  // Each row may match one of several people.
  for await (const [index, one] of inTurns(written.entries())) {
    const found = judge(one, matches[index]!, { ...opened, roles }, taken);
    if ('code' in found) {
      const text = failureText(found.code, context.language, found.details);
      rows.push({ ...one, member: null, problem: { code: found.code, text } });
      continue;
    }
    taken.set(found.person.userId, one.row);
    const { userId: id, userRealName: name, userName: accountName, departmentPath: path } = found.person;
    rows.push({ ...one, member: { kind: 'person', id, name, accountName, path, role: found.role }, problem: null });
  }
  return { rows, usable: rows.filter(({ member }) => member).length };
}

/** Shares with everyone whom the list names without a problem. */
export async function importUsers(deps: SharingDeps, input: Input, context: UserContext): Promise<ImportedList & { given: number }> {
  requireLasting((await openShare(deps.database, context.caller, input)).place);
  const list = await checkImport(deps.database, input, context);
  const members = list.rows.flatMap(({ member }) => (member ? [{ kind: member.kind, id: member.id, role: member.role }] : []));
  if (members.length > 0) await giveShare(deps, input.instanceId, { members, fileSharingId: input.fileSharingId }, context);
  return { ...list, given: members.length };
}

async function rowsOf({ name, bytes }: SentFile): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const block of readSheet({ name, content: [bytes] }, importBounds)) rows.push(...block);
  return rows;
}

function readRows([head, ...rows]: Row[]): Written[] {
  const places = placesOf(head ?? []);
  if (!places) throw new Failure('EXCEL_UNREADABLE');
  const textAt = (row: readonly string[], column: ListColumn): string => {
    const at = places[column];
    return at === undefined ? '' : normalised((row[at] ?? '').replaceAll('\0', '').trim());
  };
  return rows.flatMap((row, index) => {
    const one = {
      row: index + 2,
      account: textAt(row, 'account'),
      name: textAt(row, 'name'),
      department: textAt(row, 'department'),
      role: textAt(row, 'role'),
    };
    return one.account || one.name || one.department ? [one] : [];
  });
}

type Problem = { code: FailureCode; details?: Record<string, string | number> };

/**
 * The person and role that a row means, or the problem with it. An account alone decides; a name with a department must match exactly one
 * person.
 */
function judge(
  { account, name, department, role }: Written,
  match: MatchedName,
  { initiator, place, holds, roles }: OpenShare & { roles: FileRoleItems },
  taken: ReadonlyMap<string, number>,
): Problem | { person: Person; role: ShareLevel } {
  if (!account && !name) return { code: 'IMPORT_NO_NAME' };
  const isMeant = departmentsMeant(department);
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  const fitting = match.people.filter(
    (person) =>
      (!account || same(person.userName, account)) &&
      (!name || same(person.userRealName, name)) &&
      (!department || isMeant(person.departmentPath)),
  );
  const [person] = fitting;
  if (!person) return { code: 'IMPORT_NOBODY' };
  if (fitting.length > 1) return { code: 'IMPORT_SEVERAL', details: { count: fitting.length } };
  const level = roleOfWord(role);
  if (level === null) return { code: 'IMPORT_ROLE_UNKNOWN' };
  if (person.userId === initiator.id) return { code: 'SHARE_OWNER_FIXED' };
  if (!mayGive(roles, 'share', { spaceKind: place.spaceKind, items: holds }, level)) return { code: 'SHARE_ROLE_TOO_HIGH' };
  const before = taken.get(person.userId);
  return before === undefined ? { person, role: level } : { code: 'IMPORT_TWICE', details: { row: before } };
}
