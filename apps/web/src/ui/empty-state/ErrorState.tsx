import { Button } from '@mantine/core';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { StateView } from './StateView.tsx';

/** `403 · 1f3a…`: what a person can quote to the administrator. */
export function failureCode(error: unknown): string | undefined {
  if (!(error instanceof CallFailed)) return undefined;
  const code = error.errcode > 0 ? error.errcode : error.status;
  return [code > 0 ? String(code) : '', error.traceId ?? ''].filter(Boolean).join(' · ') || undefined;
}

/** What could not be loaded, why, and another try. */
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
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )
      }
    />
  );
}
