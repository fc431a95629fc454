import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { loadMore } from '../api/more-pages.ts';
import type { PagedList } from '../api/more-pages.ts';

/** For the button that asks for the next page. */
export interface NextPage {
  loading: boolean;
  onClick: () => void;
}

/** A list page after page. `more` is null at its end. */
export function usePages<Answer, Key extends QueryKey, Param>(pages: PagedList<Answer, Key, Param>) {
  const queries = useQueryClient();
  const list = useInfiniteQuery(pages);
  const [loading, setLoading] = useState(false);
  const onClick = (): void => {
    setLoading(true);
    void loadMore(queries, pages).finally(() => setLoading(false));
  };
  const more: NextPage | null = list.hasNextPage ? { loading, onClick } : null;
  return { list, more };
}
