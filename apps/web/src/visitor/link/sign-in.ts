import { basePath } from '../../api/paths.ts';

/** Sign-in, and back to where the visitor is. */
export const signInAddress = (): string => `${basePath}/signIn?redirect=${encodeURIComponent(location.pathname + location.search)}`;
