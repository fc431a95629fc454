import type { PreviewedItem, PreviewedPerson, RolePreview } from '@alcove/contract';

/** The items that a change adds to a role and takes from it. */
export interface Difference<Item> {
  added: readonly Item[];
  removed: readonly Item[];
}

export const differenceOf = <Item>(every: readonly Item[], before: readonly Item[], after: readonly Item[]): Difference<Item> => ({
  added: every.filter((item) => after.includes(item) && !before.includes(item)),
  removed: every.filter((item) => before.includes(item) && !after.includes(item)),
});

/** Items as a bit string of the database, the first item last, because there are more than fit in a number of it. */
export type Mask = string;

/** The items' bits are in the order of `every`, so that the database can combine them. */
export const maskOf = <Item>(every: readonly Item[], items: readonly Item[]): Mask =>
  every.reduceRight((mask, item) => mask + (items.includes(item) ? '1' : '0'), '');

export const itemsIn = <Item>(every: readonly Item[], mask: Mask): Item[] => every.filter((_, bit) => mask.at(-1 - bit) === '1');

const isSome = (mask: Mask): boolean => mask.includes('1');

/** How many people gain and lose the same items. */
export interface Counted {
  gains: Mask;
  loses: Mask;
  /** They hold the role. If not, a share reaches them whose giver holds it. */
  holds: boolean;
  people: number;
}

/** A person who gains or loses something. */
export interface Concerned {
  userId: string;
  name: string;
  accountName: string;
  departmentId: string | null;
  gains: Mask;
  loses: Mask;
  places: number | null;
}

export const firstOfItem = 4;

/**
 * What the administrator is shown. `first` are people by name: `mostListed` of them, and after these, of everybody who gains and loses the
 * same, the first four. An item that the change does not touch is in it if people gain or lose it all the same, through shares.
 */
export function summaryOf<Item extends string>(
  every: readonly Item[],
  { added, removed }: Difference<Item>,
  { counted, first }: { counted: readonly Counted[]; first: readonly Concerned[] },
  { mostListed, pathOf }: { mostListed: number; pathOf(departmentId: string | null): string[] },
): RolePreview<Item> {
  const total = (some: readonly Counted[]): number => some.reduce((sum, { people }) => sum + people, 0);
  const people = total(counted.filter(({ gains, loses }) => isSome(gains) || isSome(loses)));
  const items = every.flatMap((item) =>
    (['gained', 'lost'] as const).flatMap((change): PreviewedItem<Item>[] => {
      const has = ({ gains, loses }: { gains: Mask; loses: Mask }): boolean =>
        itemsIn(every, change === 'gained' ? gains : loses).includes(item);
      const changes = (change === 'gained' ? added : removed).includes(item);
      const some = total(counted.filter(has));
      if (!changes && some === 0) return [];
      const unaffected = changes ? total(counted.filter((one) => one.holds && !has(one))) : 0;
      const named = first.filter(has).slice(0, firstOfItem);
      return [{ item, change, people: some, unaffected, first: named.map(({ userId, name }) => ({ userId, name })) }];
    }),
  );
  const listed = first
    .slice(0, mostListed)
    .map(({ userId, name, accountName, departmentId, gains, loses, places }): PreviewedPerson<Item> => ({
      userId,
      name,
      accountName,
      departmentPath: pathOf(departmentId),
      gains: itemsIn(every, gains),
      loses: itemsIn(every, loses),
      ...(places !== null && { places }),
    }));
  return {
    people,
    gain: total(counted.filter(({ gains }) => isSome(gains))),
    lose: total(counted.filter(({ loses }) => isSome(loses))),
    items,
    listed,
  };
}
