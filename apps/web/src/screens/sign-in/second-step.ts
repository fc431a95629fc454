import { useNavigate, useSearchParams } from 'react-router';
import { failures } from '@alcove/contract';
import { CallFailed } from '../../api/call-failed.ts';

/** The first step was right, and the server waits for the second factor. */
export const isSecondStep = (error: unknown): boolean =>
  error instanceof CallFailed && error.errcode === failures.SECOND_FACTOR_NEEDED.errcode;

/** Leads to its page, which knows where the person was going. */
export function useSecondStep() {
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const redirect = search.get('redirect');
  return () => navigate(`/signIn/second${redirect === null ? '' : `?redirect=${encodeURIComponent(redirect)}`}`, { replace: true });
}
