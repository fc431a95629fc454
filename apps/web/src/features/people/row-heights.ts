/** Row heights in pixels: compact on a desktop, large enough for a finger on a phone. */
export const rowHeights = { desk: 40, phone: 52 } as const;
export const chosenRowHeight = 52;
