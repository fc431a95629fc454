/** Whose a space is, as it is kept; answers say the same as text in `instanceType`. */
export const spaceKinds = { personal: 1, group: 2, department: 3, library: 4 } as const;
export type SpaceKind = (typeof spaceKinds)[keyof typeof spaceKinds];
