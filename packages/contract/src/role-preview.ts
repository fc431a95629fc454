/** What a change of a role would do to whom, computed before it is saved. */
export interface RolePreview<Item extends string> {
  /** How many people gain or lose anything. */
  people: number;
  gain: number;
  lose: number;
  /**
   * Each item that the change adds or takes, in the order of the list of items, and what people gain or lose besides, because a share gives
   * no more than its giver has.
   */
  items: PreviewedItem<Item>[];
  /** The first 200 people by name. */
  listed: PreviewedPerson<Item>[];
}

export interface PreviewedItem<Item extends string> {
  item: Item;
  change: 'gained' | 'lost';
  people: number;
  /**
   * Holders of the role for whom the item stays as it is: of a company role, those who have it through another role; of a file role, those
   * who have it in each of these places in another way, to whom another grant there denies it, or whose company roles do not allow it.
   */
  unaffected: number;
  /** The first four of the people by name. */
  first: { userId: string; name: string }[];
}

export interface PreviewedPerson<Item extends string> {
  userId: string;
  name: string;
  accountName: string;
  departmentPath: string[];
  gains: Item[];
  loses: Item[];
  /** Of a file role, in how many places something changes for them: where the role is granted, or where somebody who has it shared. */
  places?: number;
}
