import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { andSince, firstOf, readFilter } from '../directories/index.ts';
import type { Directory, DirectoryEntry, DirectoryKind } from '../directories/index.ts';
import { OutgoingError } from '../outgoing/index.ts';
import type { Outgoing } from '../outgoing/index.ts';
import { accountNameFor, filterOf, listDirectories, openReading } from '../platforms/index.ts';
import type { StoredDirectory } from '../platforms/index.ts';
import type { Sealer } from '../sealed-secrets/index.ts';
import type { Source } from './deps.ts';
import { departmentNameOf, labelsOf } from './directory-entries.ts';
import type { ToldDepartment, ToldPerson } from './directory-entries.ts';
import { nearestAbove, partsOf } from './dn.ts';
import { markerAt, timeOf } from './marker.ts';

export interface SourceDeps {
  database: Kysely<Tables>;
  outgoing: Outgoing;
  sealer: Sealer;
}

/** A directory that has not told everything by then is left alone. */
const readWithinMs = 15 * 60_000;
/** When an entry was last changed. Both are the server's own time, and so is the search that begins there. */
const changedAttribute = (kind: DirectoryKind): string => (kind === 'ad' ? 'whenChanged' : 'modifyTimestamp');
/** The bit of `userAccountControl` of those who may not sign in. */
const disabledBit = 2;

/** Opens a directory to be read by a run. Who asked for the run does not learn from its time what is at the address. Throws OutgoingError. */
export async function openSource(deps: SourceDeps, platformId: string, stopping: AbortSignal): Promise<Source> {
  const [platform] = await listDirectories(deps.database, platformId);
  if (!platform) throw new OutgoingError('the platform is no directory');
  const late = new AbortController();
  // The connection stays open longer than what opens it may take.
  const signal = AbortSignal.any([stopping, late.signal, AbortSignal.timeout(readWithinMs)]);
  try {
    return sourceOf(await deps.outgoing.inTime(() => openReading(deps, platform, signal)), platform);
  } catch (error) {
    late.abort();
    throw error;
  }
}

function sourceOf(directory: Directory, platform: StoredDirectory): Source {
  const { base, accountNameClaim, realNameClaim, mailClaim, departmentClaim, protocol } = platform;
  const people = filterOf(platform);
  const changed = changedAttribute(protocol);
  /** Where the units are; null: departments are not asked for, or are what an attribute says. */
  let units: Map<string, string> | null = null;
  let withClaims = false;
  let latest: number | null = null;

  async function* unitsBelow(): AsyncGenerator<ToldDepartment[]> {
    const entries: { dn: string; subject: string; name: string }[] = [];
    const wanted = { base, filter: readFilter('(objectClass=organizationalUnit)')!, attributes: ['ou'] };
    for await (const page of directory.searchPaged({ ...wanted, most: limits.directoryDepartments }))
      for (const entry of page) {
        if (partsOf(entry.dn).join() === partsOf(base).join()) continue;
        entries.push({ dn: entry.dn, subject: idIn(entry), name: departmentNameOf(firstOf(entry, 'ou') ?? '') });
      }
    units = new Map(entries.map(({ dn, subject }) => [partsOf(dn).join(), subject]));
    yield entries.map(({ dn, subject, name }) => ({ subject, name, parent: nearestAbove(dn, units!) }));
  }

  async function* claimed(): AsyncGenerator<ToldDepartment[]> {
    const names = new Map<string, string>();
    for await (const page of directory.searchPaged({ base, filter: people, attributes: [departmentClaim], most: limits.directoryPeople }))
      for (const entry of page) {
        const name = departmentNameOf(firstOf(entry, departmentClaim) ?? '');
        if (name !== '' && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
      }
    withClaims = true;
    yield [...names].map(([subject, name]) => ({ subject, name, parent: null }));
  }

  /** Undefined if departments were not asked for. */
  function departmentOf(entry: DirectoryEntry): string | null | undefined {
    if (units) return nearestAbove(entry.dn, units);
    return withClaims ? departmentNameOf(firstOf(entry, departmentClaim) ?? '').toLowerCase() || null : undefined;
  }

  function personIn(entry: DirectoryEntry): ToldPerson {
    const names = entry.values.get(accountNameClaim.toLowerCase()) ?? [];
    // With several names, one of them could be somebody else's.
    const name = (names.length === 1 ? names[0]! : '').toWellFormed().replaceAll('\0', '').slice(0, 256);
    const { accountName, exact } = accountNameFor(name);
    const department = departmentOf(entry);
    const at = timeOf(firstOf(entry, changed));
    if (at !== null) latest = Math.max(latest ?? at, at);
    return {
      subject: idIn(entry),
      accountName,
      ...(!exact && { nameMade: true }),
      ...labelsOf({ accountName: name, realName: firstOf(entry, realNameClaim), email: firstOf(entry, mailClaim) }),
      ...(department !== undefined && { department }),
      active: !isDisabled(firstOf(entry, 'userAccountControl')),
    };
  }

  return {
    departments: () => (departmentClaim === '' ? unitsBelow() : claimed()),
    async *people(since) {
      const filter = since === null ? people : andSince(people, changed, since);
      const attributes = [accountNameClaim, realNameClaim, mailClaim, changed, ...(protocol === 'ad' ? ['userAccountControl'] : [])];
      if (departmentClaim !== '') attributes.push(departmentClaim);
      for await (const page of directory.searchPaged({ base, filter, attributes, most: limits.directoryPeople })) yield page.map(personIn);
    },
    // Departments that people name are known only if everybody is asked.
    marker: () => (latest === null || departmentClaim !== '' ? null : markerAt(latest)),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  };
}

/** Throws OutgoingError. */
function idIn({ id }: DirectoryEntry): string {
  if (id === null) throw new OutgoingError('the directory does not say who an entry is');
  return id;
}

const isDisabled = (control: string | null): boolean =>
  control !== null && /^-?\d{1,10}$/.test(control) && (Number(control) & disabledBit) !== 0;
