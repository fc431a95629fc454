import { BindRequest, PagedResultsControl, SearchRequest } from 'ldapts';
import type { Filter } from 'ldapts';
import { OutgoingError } from '../outgoing/index.ts';
import type { Outgoing } from '../outgoing/index.ts';
import type { RawEntry } from './answers.ts';
import { connect } from './connect.ts';
import type { DirectoryPlace } from './connect.ts';
import { openConnection } from './connection.ts';
import { idAttribute, idOf } from './object-id.ts';
import type { DirectoryKind } from './object-id.ts';

export type DirectoryTarget = DirectoryPlace & { kind: DirectoryKind };

export interface DirectoryEntry {
  dn: string;
  /** Null: the directory does not say who it is, so nothing may be done with it. */
  id: string | null;
  /** By the attribute's name in lower case. Values that are no text are left out. */
  values: ReadonlyMap<string, readonly string[]>;
}

export interface Search {
  /** Everything below, and the base itself. */
  base: string;
  filter: Filter;
  /** Nothing else is asked for, except the id. */
  attributes: readonly string[];
}

export interface Directory extends Disposable {
  /**
   * False if the name or the password is wrong. Without a name or a password nothing is asked: a directory would call that a success
   * (RFC 4513, section 5.1.2). Throws OutgoingError; BindFailed if the directory answered, but with neither.
   */
  bind(dn: string, password: string): Promise<boolean>;
  /** The one entry. Null if there are none or several. Throws OutgoingError. */
  findOne(search: Search): Promise<DirectoryEntry | null>;
  /**
   * All entries, a page at a time. It ends normally only if the directory said that there is no more, so that a part is never taken for the
   * whole. Throws OutgoingError, also if there are more than `most`.
   */
  searchPaged(search: Search & { most: number; pageSize?: number }): AsyncGenerator<DirectoryEntry[], void>;
}

/** The directory answered a bind with something else than yes or no. */
export class BindFailed extends OutgoingError {}

const [success, sizeLimitExceeded] = [0, 4];
/** The name or the password is wrong, or the account is locked, expired or may not sign in (RFC 4511, appendix A). */
const refusals: ReadonlySet<number> = new Set([19, 48, 49, 50, 53]);
const searchSeconds = 25;
/** Active Directory answers with empty pages where it filters, but not with this many in a row. */
const mostEmptyPages = 50;

/** The first value of an attribute, or null. */
export const firstOf = ({ values }: DirectoryEntry, attribute: string): string | null => values.get(attribute.toLowerCase())?.[0] ?? null;

/** Connects to a directory through the one way out. The signal ends the connection, and so does `using`. Throws OutgoingError. */
export async function openDirectory(outgoing: Outgoing, { kind, ...place }: DirectoryTarget, signal: AbortSignal): Promise<Directory> {
  const connection = openConnection(await connect(outgoing, place, signal));

  /** Throws OutgoingError. The directory's own words are not in it, because they may repeat what was sent. */
  const search = async (
    { base, filter, attributes }: Search,
    { sizeLimit = 0, page }: { sizeLimit?: number; page?: PagedResultsControl },
  ): Promise<{ entries: DirectoryEntry[]; cookie: Buffer }> => {
    const { is, result, entries } = await connection.send(
      (messageId) =>
        new SearchRequest({
          messageId,
          baseDN: base,
          scope: 'sub',
          filter,
          attributes: [...attributes, idAttribute(kind)],
          sizeLimit,
          timeLimit: searchSeconds,
          ...(page && { controls: [page] }),
        }),
    );
    const isCut = result.code === sizeLimitExceeded && sizeLimit > 0;
    if (is !== 'search' || (result.code !== success && !isCut)) throw new OutgoingError(`the search ended with code ${result.code}`);
    return { entries: entries.map((entry) => entryOf(kind, entry)), cookie: result.cookie };
  };

  return {
    async bind(dn, password) {
      if (dn === '' || password === '') return false;
      const { is, result } = await connection.send((messageId) => new BindRequest({ messageId, dn, password }));
      if (is === 'bind' && result.code === success) return true;
      if (is === 'bind' && refusals.has(result.code)) return false;
      throw is === 'bind' ? new BindFailed(`the bind ended with code ${result.code}`) : new OutgoingError('the answer is not to a bind');
    },
    async findOne(wanted) {
      const { entries } = await search(wanted, { sizeLimit: 2 });
      return entries.length === 1 ? entries[0]! : null;
    },
    async *searchPaged({ most, pageSize = 500, ...wanted }) {
      let [cookie, count, empty]: [Buffer, number, number] = [Buffer.alloc(0), 0, 0];
      do {
        const page = new PagedResultsControl({ value: { size: pageSize, cookie } });
        const found = await search(wanted, { page });
        cookie = found.cookie;
        count += found.entries.length;
        empty = found.entries.length === 0 ? empty + 1 : 0;
        if (count > most) throw new OutgoingError(`there are more than ${most} entries`);
        if (empty > mostEmptyPages) throw new OutgoingError('the search does not end');
        if (found.entries.length > 0) yield found.entries;
      } while (cookie.length > 0);
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function entryOf(kind: DirectoryKind, { dn, attributes }: RawEntry): DirectoryEntry {
  const ids = attributes.get(idAttribute(kind).toLowerCase()) ?? [];
  return {
    dn,
    id: ids.length === 1 ? idOf(kind, ids[0]!) : null,
    values: new Map([...attributes].map(([name, values]) => [name, values.flatMap(textOf)])),
  };
}

function textOf(bytes: Buffer): string[] {
  try {
    return [decoder.decode(bytes)];
  } catch {
    return [];
  }
}
