/** Kinds of spaces as they are stored; responses have the same values as text in `instanceType`. */
export const spaceKinds = { personal: 1, group: 2, department: 3, library: 4 } as const;
export type SpaceKind = (typeof spaceKinds)[keyof typeof spaceKinds];
