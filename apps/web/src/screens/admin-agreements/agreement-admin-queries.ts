import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { calls, type AgreementDocument } from '@alcove/contract';
import { call, refetch } from '../../api/index.ts';
import { agreementsKey } from '../../features/agreements/agreement-queries.ts';
import type { PeopleFilter } from './people-filter.ts';

const key = [...agreementsKey, 'admin'] as const;
export const agreementsChanged = (): void => void refetch(agreementsKey);

export const agreementStates = queryOptions({
  queryKey: [...key, 'states'],
  queryFn: ({ signal }) => call(calls.adminAgreement.page, {}, { signal }),
});

/** Read anew each time that the editor opens. */
export const agreementDraft = (document: AgreementDocument) =>
  queryOptions({
    queryKey: [...key, 'draft', document],
    queryFn: ({ signal }) => call(calls.adminAgreement.detail, { document }, { signal }),
    gcTime: 0,
  });

export const agreementPeople = ({ page, pageSize, keyword, accepted }: PeopleFilter) =>
  queryOptions({
    queryKey: [...key, 'people', page, pageSize, keyword, accepted],
    queryFn: ({ signal }) =>
      call(
        calls.adminAgreement.people,
        { page, pageSize, accepted: accepted === 'yes', ...(keyword.trim() !== '' && { keyword }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
