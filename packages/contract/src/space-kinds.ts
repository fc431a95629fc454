/** Kinds of spaces as they are stored. */
export const spaceKinds = { personal: 1, group: 2, department: 3, library: 4 } as const;
export type SpaceKind = (typeof spaceKinds)[keyof typeof spaceKinds];

/** The same values as text, as requests and responses have them in `instanceType`. */
export const instanceTypes = { personal: '1', group: '2', department: '3', library: '4' } as const satisfies {
  [Name in keyof typeof spaceKinds]: `${(typeof spaceKinds)[Name]}`;
};
export type InstanceType = (typeof instanceTypes)[keyof typeof instanceTypes];

export const spaceKindOf = (instanceType: InstanceType): SpaceKind => Number(instanceType) as SpaceKind;
export const instanceTypeOf = (kind: SpaceKind): InstanceType => `${kind}`;
