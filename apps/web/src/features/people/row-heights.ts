/** Pixels of a row that can be chosen: dense on a desk, wide enough for a finger on a phone. */
export const rowHeights = { desk: 40, phone: 52 } as const;
export const chosenRowHeight = 52;
