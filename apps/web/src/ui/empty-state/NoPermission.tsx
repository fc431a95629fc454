import type { ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { failureCode } from './ErrorState.tsx';
import { StateView } from './StateView.tsx';

/** Never reveals the hidden item's name. `text` may say who owns it; `actions` lead up or request access. */
export function NoPermission({ title, text, actions, error }: { title?: string; text?: ReactNode; actions?: ReactNode; error?: unknown }) {
  return (
    <StateView
      object="key"
      role="status"
      title={title ?? t('common.noPermission')}
      text={text ?? t('common.noPermissionHint')}
      actions={actions}
      code={failureCode(error)}
    />
  );
}
