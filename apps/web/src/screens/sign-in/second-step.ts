import { useNavigate, useSearchParams } from 'react-router';
import { failures } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';

/** The first step was right, and the server waits for the second factor. */
export const isSecondStep = (error: unknown): boolean =>
  error instanceof CallFailed && error.errcode === failures.SECOND_FACTOR_NEEDED.errcode;

/** The sign-in page, or one below it, that leads to `wanted` afterwards. */
export const signInPath = (wanted: string | null, page = ''): string =>
  `/signIn${page}${wanted === null ? '' : `?redirect=${encodeURIComponent(wanted)}`}`;

/** Leads to its page, which knows where the person was going. */
export function useSecondStep(wanted?: string | null) {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return () => navigate(signInPath(wanted ?? search.get('redirect'), '/second'), { replace: true });
}
