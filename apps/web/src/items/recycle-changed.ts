import { refetch } from '../api/index.ts';

/** Everything that is shown of the recycle bin lies under it. */
export const recycleKey = ['recycle'] as const;

export const recycleChanged = (): void => void refetch(recycleKey);
