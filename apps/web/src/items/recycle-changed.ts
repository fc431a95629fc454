import { refetch } from '../api/index.ts';

/** All recycle bin queries start with it. */
export const recycleKey = ['recycle'] as const;

export const recycleChanged = (): void => void refetch(recycleKey);
