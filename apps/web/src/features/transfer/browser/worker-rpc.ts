/** To a worker: a job, or `null` for one whose answer nobody waits for any more. */
export interface WorkerJob<Job> {
  id: number;
  job: Job | null;
}
/** From a worker: the answer, or something on the way to it. */
export interface WorkerNews<News> {
  id: number;
  news: News;
}

interface Waiting<News> {
  heard(news: News): void;
  reject(reason: unknown): void;
}

export type AskWorker<Job, News> = (job: Job, signal: AbortSignal, onTheWay?: (news: News) => boolean) => Promise<News>;

/**
 * One worker for the page, begun with the first job. Resolves with the first news that `onTheWay` does not take; rejects with the
 * signal's reason once aborted. When the worker cannot start, every job under way rejects and the next one begins it again.
 */
export function pageWorker<Job, News>(begin: () => Worker): AskWorker<Job, News> {
  let worker: Worker | null = null;
  let lastId = 0;
  const waiting = new Map<number, Waiting<News>>();

  function theWorker(): Worker {
    if (worker) return worker;
    const begun = begin();
    begun.addEventListener('message', ({ data: { id, news } }: MessageEvent<WorkerNews<News>>) => waiting.get(id)?.heard(news));
    begun.addEventListener('error', (event) => {
      worker = null;
      begun.terminate();
      for (const { reject } of waiting.values()) reject(new Error(event.message || 'a worker could not start'));
    });
    return (worker = begun);
  }

  return function ask(job, signal, onTheWay) {
    const id = (lastId += 1);
    return new Promise<News>((resolve, reject) => {
      signal.throwIfAborted();
      const end = (settle: () => void): void => {
        waiting.delete(id);
        signal.removeEventListener('abort', aborted);
        settle();
      };
      const aborted = (): void => {
        worker?.postMessage({ id, job: null } satisfies WorkerJob<Job>);
        end(() => reject(signal.reason));
      };
      signal.addEventListener('abort', aborted);
      waiting.set(id, {
        heard(news) {
          if (!onTheWay?.(news)) end(() => resolve(news));
        },
        reject: (reason) => end(() => reject(reason)),
      });
      theWorker().postMessage({ id, job } satisfies WorkerJob<Job>);
    });
  };
}
