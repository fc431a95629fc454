import { queryOptions } from '@tanstack/react-query';
import { calls, type AgreementDocument } from '@alcove/contract';
import { call } from '../../api/index.ts';

export const agreementsKey = ['agreements'] as const;

/** All versions, which anybody may read. */
export const agreementVersions = queryOptions({
  queryKey: [...agreementsKey, 'versions'],
  queryFn: ({ signal }) => call(calls.agreement.list, {}, { signal, staysSignedOut: true }),
});

/** A version with its texts; null: the latest. */
export const agreementText = (document: AgreementDocument, number: number | null) =>
  queryOptions({
    queryKey: [...agreementsKey, 'text', document, number],
    queryFn: ({ signal }) => call(calls.agreement.text, { document, ...(number !== null && { number }) }, { signal, staysSignedOut: true }),
  });
