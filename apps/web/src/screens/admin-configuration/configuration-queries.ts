import { queryOptions } from '@tanstack/react-query';
import { calls, type ServiceConfigCode } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';

const configurationKey = ['admin', 'configuration'] as const;
/** The history of a setting shows its latest changes. */
const changesShown = 20;

/** Every setting, with its value, its default and its latest change. */
export const configurationItems = queryOptions({
  queryKey: [...configurationKey, 'items'],
  queryFn: ({ signal }) => call(calls.adminConfiguration.page, {}, { signal }),
});

export const changesOfSetting = (code: ServiceConfigCode) =>
  queryOptions({
    queryKey: [...configurationKey, 'changes', code],
    queryFn: ({ signal }) => call(calls.adminConfiguration.history, { code, page: 1, pageSize: changesShown }, { signal }),
  });

export const configurationChanged = (): void => void refetch(configurationKey);
