import { Button } from '@mantine/core';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { StateView } from './StateView.tsx';

/** `403 · 1f3a…`, for people to quote to the administrator. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  const code = error.errcode > 0 ? error.errcode : error.status;
  return [code > 0 ? String(code) : '', error.traceId ?? ''].filter(Boolean).join(' · ') || undefined;
}

/** A failed load: what failed, why, and a retry button. */
export function ErrorState({ title, error, onRetry }: { title?: string; error: unknown; onRetry?: () => void }) {
  return (
    <StateView
      object="tile"
      role="alert"
      title={title ?? t('common.couldNotLoad')}
      text={failureMessage(error, t('errors.unknown'))}
      code={failureCode(error)}
      actions={
        onRetry && (
          <Button
            variant="default"
            onClick={(event) => {
              // The button goes with the error. Without a focus, Escape would not close what the error is shown in.
              event.currentTarget.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true });
              onRetry();
            }}
          >
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}
