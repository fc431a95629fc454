import type { EachAnswer } from '@alcove/contract';
import { CallFailed, type HostPort } from '@alcove/transfer';

/** Requests that come within this time travel together. */
const gatherMs = 15;
/** While so many calls are under way, requests gather until one has ended: few large calls cost both sides less than many small ones. */
const mostUnderWay = 1;
/** A call that takes longer holds up no others: it may wait for a lock, or its answer be lost until it is given up a minute later. */
const slowMs = 5000;

interface Waiting<Request, Answer> {
  request: Request;
  resolve(answer: Answer): void;
  reject(reason: unknown): void;
}

/**
 * Gathers single requests into calls of up to `most`. Each gets its own answer or refusal; a call that fails as a whole fails
 * for all of them, and each decides for itself whether to ask again. An aborted request rejects with its signal's reason at once, and is
 * not sent if it has not been. `after` waits.
 */
export function batched<Request, Answer>(
  ask: (requests: Request[]) => Promise<EachAnswer<Answer>[]>,
  most: number,
  after: HostPort['after'],
): (request: Request, signal: AbortSignal) => Promise<Answer> {
  let gathered: Waiting<Request, Answer>[] = [];
  /** Ends the gathering that goes on. */
  let gathering: AbortController | undefined;
  let underWay = 0;

  function sendSoon(): void {
    gathering = new AbortController();
    after(gatherMs, gathering.signal).then(send, () => {}); // aborted, as it was sent already
  }

  function send(): void {
    gathering?.abort();
    gathering = undefined;
    if (gathered.length === 0 || underWay === mostUnderWay) return;
    const batch = gathered.splice(0, most);
    underWay += 1;
    const counted = new AbortController();
    const goOn = (): void => {
      if (counted.signal.aborted) return;
      counted.abort();
      underWay -= 1;
      if (!gathering) send();
    };
    after(slowMs, counted.signal).then(goOn, () => {}); // aborted, as it has ended
    ask(batch.map(({ request }) => request))
      .then(
        (answers) =>
          batch.forEach(({ resolve, reject }, index) => {
            const answer = answers[index];
            if (answer?.done) resolve(answer.data);
            else reject(new CallFailed({ errcode: answer?.errcode ?? -1, errmsg: answer?.errmsg ?? '', status: 200 }));
          }),
        (error: unknown) => batch.forEach(({ reject }) => reject(error)),
      )
      .finally(goOn);
  }
  return (request, signal) =>
    new Promise<Answer>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const waiting = { request, resolve, reject };
      const aborted = (): void => {
        gathered = gathered.filter((one) => one !== waiting);
        reject(signal.reason);
      };
      signal.addEventListener('abort', aborted, { once: true });
      gathered.push(waiting);
      if (gathered.length >= most) send();
      else if (!gathering && underWay < mostUnderWay) sendSoon();
    });
}
