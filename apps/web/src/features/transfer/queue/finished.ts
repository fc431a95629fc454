import { calls, limits, type InputOf } from '@alcove/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CallFailed, refetch, call } from '../../../api/index.ts';
import { newUuid } from '../../../api/uuid.ts';

type NewRecord = Omit<InputOf<typeof calls.transfer.add>['records'][number], 'id' | 'transferType'>;

const finishedKey = ['transfers', 'finished'] as const;

/** The finished list belongs to the person: the server keeps it for 30 days. */
export const finishedPage = (page: number) =>
  queryOptions({
    queryKey: [...finishedKey, page],
    queryFn: ({ signal }) => call(calls.transfer.page, { page, pageSize: limits.defaultPageSize }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Sent together: a folder of small files ends dozens a second. */
const gatherMs = 1000;
const againMs = 10_000;

/** Notes at the server what this page downloaded; the save of an upload notes that itself. */
export interface FinishedRecords {
  add(download: NewRecord): void;
  /** An upload ended: what is shown of the list is asked for again soon. */
  uploaded(): void;
  /** Nobody else may be told of what this person finished. */
  forgetUnsent(): void;
  /** Throws what the call throws. */
  clear(): Promise<void>;
}

export function openFinishedRecords(): FinishedRecords {
  let unsent: InputOf<typeof calls.transfer.add>['records'] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let showing: ReturnType<typeof setTimeout> | undefined;

  function sendIn(ms: number): void {
    timer ??= setTimeout(() => void send(), ms);
  }
  async function send(keepalive = false): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    while (unsent.length > 0) {
      const records = unsent.slice(0, limits.recordsPerCall);
      unsent = unsent.slice(records.length);
      try {
        await call(calls.transfer.add, { records }, { keepalive });
        void refetch(finishedKey);
      } catch (error) {
        // A record has its own id, so one whose answer was lost can be sent again. What the server refuses stays refused.
        if (!(error instanceof CallFailed) || (error.status !== 0 && error.status < 500)) throw error;
        unsent = [...records, ...unsent];
        return sendIn(againMs);
      }
    }
  }
  window.addEventListener('pagehide', () => void send(true));

  return {
    add(download) {
      unsent = [...unsent, { id: newUuid(), transferType: 'download', ...download }];
      sendIn(gatherMs);
    },
    uploaded() {
      showing ??= setTimeout(() => {
        showing = undefined;
        void refetch(finishedKey);
      }, gatherMs);
    },
    forgetUnsent() {
      unsent = [];
    },
    async clear() {
      await send();
      await call(calls.transfer.clear, {});
      await refetch(finishedKey);
    },
  };
}
