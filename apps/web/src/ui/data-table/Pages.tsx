import { Pagination, type PaginationProps } from '@mantine/core';
import { t } from '../../i18n/index.ts';

type PagesProps = Pick<PaginationProps, 'total' | 'value' | 'onChange' | 'className'> & { compact?: boolean };

export function Pages({ compact = false, ...pages }: PagesProps) {
  return (
    <Pagination
      {...pages}
      siblings={compact ? 0 : 1}
      boundaries={1}
      getControlProps={(control) => ({ 'aria-label': t(control === 'next' ? 'common.nextPage' : 'common.previousPage') })}
    />
  );
}
