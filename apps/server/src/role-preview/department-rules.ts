import { put, sumOf, without } from './effects.ts';
import type { Effect, EffectTable } from './effects.ts';
import { turns } from '../in-turns.ts';

/** By space, what each department to which something is granted there has by it: somebody in it whom no other grant names. */
export type BySpace = ReadonlyMap<string, ReadonlyMap<string, readonly Effect[]>>;

/** The department and those above it that `parents` knows, the nearest first. */
export function aboveOf(parents: ReadonlyMap<string, string | null>, departmentId: string | null): string[] {
  const above: string[] = [];
  for (let id = departmentId; id !== null && parents.has(id); id = parents.get(id)!) above.push(id);
  return above;
}

/**
 * What everybody in a department has by it and by those above it, in all spaces together. In each space the nearest department decides.
 * `parents` has every department that is meant or below one.
 */
export async function inDepartments(bySpace: BySpace, parents: ReadonlyMap<string, string | null>): Promise<EffectTable> {
  const meant = new Map<string, string[]>();
  for (const [spaceId, effects] of bySpace)
    for (const id of effects.keys()) {
      const spaceIds = meant.get(id);
      if (spaceIds) spaceIds.push(spaceId);
      else meant.set(id, [spaceId]);
    }
  const known = new Map<string, readonly Effect[]>();
  const next = turns();
  const table: EffectTable = new Map();
  for (const last of parents.keys()) {
    // Those above come first: what a department does not change, it has from them.
    for (const id of aboveOf(parents, last).reverse()) {
      if (known.has(id)) continue;
      await next();
      const [, ...above] = aboveOf(parents, id);
      const inherited = known.get(above[0] ?? '') ?? [];
      const own = (meant.get(id) ?? []).flatMap((spaceId) => {
        const effects = bySpace.get(spaceId)!;
        const nearest = above.find((one) => effects.has(one));
        return [...effects.get(id)!, ...(nearest === undefined ? [] : without(effects.get(nearest)!))];
      });
      known.set(id, own.length === 0 ? inherited : sumOf([...inherited, ...own]));
    }
    await next();
  }
  for (const [id, effects] of known) put(table, [id], effects);
  return table;
}
