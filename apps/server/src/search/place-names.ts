import type { Kysely } from 'kysely';
import { spaceKinds } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { departmentSpaceNames } from '../departments/index.ts';
import { groupNames } from '../groups/index.ts';
import { visibleAncestors } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import { realNames } from './people-queries.ts';

const { group, department } = spaceKinds;

/**
 * The names of the places of items, by item id: the group or department if the caller sees its top folder, else the person who shared the
 * item. Callers who know a group only by a share do not learn its name. Items in one's own space have no place name.
 */
export async function placeNames(database: Kysely<Tables>, places: readonly ItemContext[]): Promise<ReadonlyMap<string, string>> {
  const sources = new Map(places.map((place) => [place.instanceId, nameSource(place)]));
  const idsOf = (kind: 'space' | 'person', spaceKind?: number): string[] => [
    ...new Set(
      places.flatMap((place) => {
        const source = sources.get(place.instanceId);
        return source?.kind === kind && (spaceKind === undefined || place.spaceKind === spaceKind) ? [source.id] : [];
      }),
    ),
  ];
  const [groups, departments, people] = await Promise.all([
    asked(idsOf('space', group), (ids) => groupNames(database, ids)),
    asked(idsOf('space', department), (ids) => departmentSpaceNames(database, ids)),
    asked(idsOf('person'), (ids) => realNames(database, ids)),
  ]);
  const names = new Map([...groups, ...departments, ...people]);
  return new Map(
    [...sources].flatMap(([id, source]) => {
      const name = source && names.get(source.id);
      return name ? [[id, name] as const] : [];
    }),
  );
}

/** The people whose names are used as places. */
function nameSource(place: ItemContext): { kind: 'space' | 'person'; id: string } | null {
  if (place.effective.owns && place.spaceKind !== group) return null;
  const [top] = visibleAncestors(place);
  const shared = place.effective.grants.find(({ source }) => source.kind === 'share');
  if (shared && top?.id !== place.ancestors[0]?.id) return { kind: 'person', id: shared.grantorId };
  return place.spaceKind === group || place.spaceKind === department ? { kind: 'space', id: place.spaceId } : null;
}

/** No query without people: most searches find only the caller's own items. */
const asked = async (ids: readonly string[], names: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) =>
  ids.length === 0 ? new Map<string, string>() : names(ids);
