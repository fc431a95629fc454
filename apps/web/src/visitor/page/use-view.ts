import { useRemembered } from '../../ui/use-remembered.ts';

/** List or tiles, remembered on this device. */
export const useView = () => useRemembered('share-view', 'visitor', ['list', 'grid'] as const);
