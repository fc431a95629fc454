/** Passes on what ends in any order, each as soon as everything before it has ended. Pure. */
export function inOrder<Ended>(next: (ended: Ended, index: number) => void): (index: number, ended: Ended) => void {
  const waiting = new Map<number, Ended>();
  let passedOn = 0;
  return (index, ended) => {
    waiting.set(index, ended);
    for (; waiting.has(passedOn); passedOn += 1) {
      next(waiting.get(passedOn)!, passedOn);
      waiting.delete(passedOn);
    }
  };
}
