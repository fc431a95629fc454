/** What a change of a file role does to somebody, before the company's roles cap it: in how many places which items come and go. */
export interface Effect {
  /** The items as bits. */
  gains: number;
  loses: number;
  /** Negative: so many fewer than their department. */
  places: number;
  /** They hold the role there. */
  holds: boolean;
}

const keyOf = ({ gains, loses, holds }: Effect): string => `${gains} ${loses} ${holds}`;

/** Adds up what is alike. */
export function sumOf(effects: readonly Effect[]): Effect[] {
  const sums = new Map<string, Effect>();
  for (const effect of effects) {
    const key = keyOf(effect);
    sums.set(key, { ...effect, places: effect.places + (sums.get(key)?.places ?? 0) });
  }
  return [...sums.values()].filter(({ places }) => places !== 0);
}

export const without = (effects: readonly Effect[]): Effect[] => effects.map((effect) => ({ ...effect, places: -effect.places }));

/** Effects with the ids of those whom they concern: thousands have the same. */
export type EffectTable = Map<string, Effect & { ids: string[] }>;

const idsAtOnce = 1000;

export function put(table: EffectTable, ids: readonly string[], effects: readonly Effect[]): void {
  for (const effect of effects) {
    const key = `${keyOf(effect)} ${effect.places}`;
    const alike = table.get(key);
    if (alike) for (const id of ids) alike.ids.push(id);
    else table.set(key, { ...effect, ids: [...ids] });
  }
}

/** The table as rows of at most a thousand ids, so that nothing handles a text of millions of characters. */
export const rowsOf = (table: EffectTable): (Effect & { ids: string })[] =>
  [...table.values()].flatMap(({ ids, ...effect }) =>
    Array.from({ length: Math.ceil(ids.length / idsAtOnce) }, (_, n) => ({
      ...effect,
      ids: `{${ids.slice(n * idsAtOnce, (n + 1) * idsAtOnce).join()}}`,
    })),
  );
