/** Throws if the work takes longer; it goes on all the same. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(new Error(`no answer in ${milliseconds} ms`)), milliseconds)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
