import type { PreviewedItem, PreviewedPerson, RolePreview } from '@alcove/contract';

/** What a change of a role's items means for one holder. */
export interface Effect<Item> {
  gains: Item[];
  loses: Item[];
  /** Items of the change that stay for them as they are. */
  unaffected: Item[];
}

/** The items that a change adds to a role and takes from it. */
export interface Difference<Item> {
  added: readonly Item[];
  removed: readonly Item[];
}

export const differenceOf = <Item>(every: readonly Item[], before: readonly Item[], after: readonly Item[]): Difference<Item> => ({
  added: every.filter((item) => after.includes(item) && !before.includes(item)),
  removed: every.filter((item) => before.includes(item) && !after.includes(item)),
});

/** Roles of the company add up: an item that another role gives neither comes nor goes. */
export function effectBesides<Item>({ added, removed }: Difference<Item>, others: readonly Item[]): Effect<Item> {
  const isElsewhere = (item: Item): boolean => others.includes(item);
  return {
    gains: added.filter((item) => !isElsewhere(item)),
    loses: removed.filter((item) => !isElsewhere(item)),
    unaffected: [...added, ...removed].filter(isElsewhere),
  };
}

/** The company's roles cap every file role: what they do not allow was never there, and does not come. */
export function effectWithin<Item>({ added, removed }: Difference<Item>, cap: readonly Item[]): Effect<Item> {
  const isAllowed = (item: Item): boolean => cap.includes(item);
  return {
    gains: added.filter(isAllowed),
    loses: removed.filter(isAllowed),
    unaffected: [...added, ...removed].filter((item) => !isAllowed(item)),
  };
}

export interface Holder {
  userId: string;
  name: string;
  accountName: string;
  departmentId: string | null;
  /** Their company roles. */
  roleIds: string[];
  places?: number;
}

export interface Concerned<Item> extends Omit<Holder, 'roleIds'> {
  gains: Item[];
  loses: Item[];
}

const firstOfItem = 4;

/** Counts holders as they come, in the order of their names. */
export function countEffects<Item extends string>(every: readonly Item[], { added, removed }: Difference<Item>, mostListed: number) {
  const items = new Map<Item, PreviewedItem<Item>>(
    every
      .filter((item) => added.includes(item) || removed.includes(item))
      .map((item) => [item, { item, change: added.includes(item) ? 'gained' : 'lost', people: 0, unaffected: 0, first: [] }]),
  );
  const counted = { people: 0, gain: 0, lose: 0 };
  const listed: Concerned<Item>[] = [];
  return {
    add({ roleIds: _roleIds, ...holder }: Holder, { gains, loses, unaffected }: Effect<Item>): void {
      for (const item of unaffected) items.get(item)!.unaffected += 1;
      if (gains.length + loses.length === 0) return;
      counted.people += 1;
      if (gains.length > 0) counted.gain += 1;
      if (loses.length > 0) counted.lose += 1;
      for (const item of [...gains, ...loses]) {
        const one = items.get(item)!;
        one.people += 1;
        if (one.first.length < firstOfItem) one.first.push({ userId: holder.userId, name: holder.name });
      }
      if (listed.length < mostListed) listed.push({ ...holder, gains, loses });
    },
    result: (pathOf: (departmentId: string | null) => string[]): RolePreview<Item> => ({
      ...counted,
      items: [...items.values()],
      listed: listed.map(({ departmentId, ...one }): PreviewedPerson<Item> => ({ ...one, departmentPath: pathOf(departmentId) })),
    }),
    listed: listed as readonly Concerned<Item>[],
  };
}
