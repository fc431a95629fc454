import type { WorkerJob, WorkerNews } from './worker-rpc.ts';

/** Milliseconds. */
export type TimerJob = number;

const timers = new Map<number, ReturnType<typeof setTimeout>>();

self.addEventListener('message', ({ data: { id, job } }: MessageEvent<WorkerJob<TimerJob>>) => {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (job === null) return;
  const fire = (): void => {
    timers.delete(id);
    self.postMessage({ id, news: 'over' } satisfies WorkerNews<'over'>);
  };
  timers.set(id, setTimeout(fire, job));
});
