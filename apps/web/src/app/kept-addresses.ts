const addresses = new Map<string, string>();

/** Where the reader last was within a kept screen; its menu entry leads back there. */
export const keepAddress = (screen: string, address: string): void => void addresses.set(screen, address);
export const keptAddress = (screen: string): string => addresses.get(screen) ?? screen;
