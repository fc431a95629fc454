import { Button } from '@mantine/core';
import { t } from '../../i18n/index.ts';
import { StateView } from './StateView.tsx';

/** A search or filter that matches nothing. */
export function NothingFound({ query, onClear }: { query?: string; onClear: () => void }) {
  const title = query ? t('common.nothingFoundFor', { query }) : t('common.nothingFound');
  return (
    <StateView
      object="lens"
      role="status"
      title={title}
      text={t('common.nothingFoundHint')}
      actions={
        <Button variant="default" onClick={onClear}>
          {t('common.clearFilters')}
        </Button>
      }
    />
  );
}
