const addresses = new Map<string, string>();

/** Stores the last address within a kept screen; its menu entry leads back there. */
export const keepAddress = (screen: string, address: string): void => void addresses.set(screen, address);
export const keptAddress = (screen: string): string => addresses.get(screen) ?? screen;
