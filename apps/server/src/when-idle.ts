/** An idle thread keeps some 10 MiB, and blocks that are used again keep what a busy hour took. */
const someSeconds = 5_000;

/** Returns what must be called at each use. `end` is called when the last use was some seconds ago and `isIdle`. */
export function whenIdle(end: () => void, isIdle: () => boolean = () => true, afterMs = someSeconds): () => void {
  const look = (): void => void (isIdle() ? end() : timer?.refresh());
  let timer: NodeJS.Timeout | undefined;
  return () => void (timer ??= setTimeout(look, afterMs).unref()).refresh();
}
