/** Runs `work` for each item, at most `lanes` at a time. After a failure nothing more begins, and it is thrown when all that was under way has ended. */
export async function inLanes<Item>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<void>): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) await work(items[next++]!).catch((error: unknown) => void failures.push(error));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  if (failures.length > 0) throw failures[0];
}
