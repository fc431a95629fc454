/** Pages of 100 from folders of any length. Length, page number and order must not matter. */
import { calls, encodeName, instanceSortFields } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { elapsedMs, median, repeat } from './measure.ts';
import { seedFolder } from './seed.ts';

export async function listing(bench: Bench): Promise<void> {
  const { client, report, quick } = bench;
  const times = quick ? 15 : 60;
  const orders = instanceSortFields.flatMap((field) => (['asc', 'desc'] as const).map((order) => [field, order] as const));

  const timed = async (folderId: string, page: number, field: string, order: string): Promise<number> => {
    const once = async (): Promise<void> => {
      const answer = await client.page(folderId, page, field, order);
      if (answer.items.length !== 100) throw new Error(`page ${page} has ${answer.items.length} entries`);
    };
    await repeat(5, once);
    return median(await repeat(times, () => elapsedMs(once)));
  };
  /** The slowest order counts. */
  const slowest = async (folderId: string, page: number): Promise<number> => {
    const medians: number[] = [];
    for (const [field, order] of orders) medians.push(await timed(folderId, page, field, order));
    return Math.max(...medians);
  };

  /** After each change, the server has to find out anew where a page is. The slowest order counts. */
  const afterChange = async (folderId: string, page: number): Promise<number> => {
    const { instanceId } = (await client.page(folderId, 1, 'instanceName', 'asc')).items[0]!;
    const medians: number[] = [];
    for (const [field, order] of orders)
      medians.push(
        median(
          await repeat(Math.ceil(times / 4), async (index) => {
            await client.json(calls.instance.rename.path, { instanceId, fileName: encodeName(`0 ${field} ${order} ${index}.docx`) });
            return elapsedMs(() => client.page(folderId, page, field, order));
          }),
        ),
      );
    return Math.max(...medians);
  };

  /** The processor time of the server and its PostgreSQL for one page, by name. */
  const spent = async (folderId: string): Promise<number> => {
    const before = bench.alcove.processor();
    await repeat(times, () => client.page(folderId, 1, 'instanceName', 'asc'));
    const after = bench.alcove.processor();
    return (after.serverMs + after.postgresMs - before.serverMs - before.postgresMs) / times;
  };

  const first: Record<number, number> = {};
  for (const count of [100, 10_000, 100_000]) {
    const folderId = await seedFolder(bench, `list-${count}`, count);
    first[count] = await slowest(folderId, 1);
    const label = `page 1 of a folder of ${count.toLocaleString('en-US')}, slowest order, p50`;
    if (count === 100_000)
      report.compare(`${label} (baseline: 100)`, first[count], 'ms', first[100]!, { most: 1.1, of: 'a folder of 100' });
    else
      report.add({
        what: label,
        value: first[count],
        unit: 'ms',
        ...(count === 10_000 ? { goal: "<= 0.5 x copyparty's 100: compared elsewhere" } : {}),
      });
    if (count === 10_000)
      report.add({
        what: 'processor time for page 1 of it, server and PostgreSQL',
        value: await repeat(bench.runs, () => spent(folderId)),
        unit: 'ms',
        goal: '<= 1.5 ms',
      });
    if (count === 10_000)
      report.compare(`page 100 of it (baseline: page 1)`, await slowest(folderId, 100), 'ms', first[count], { most: 1.2, of: 'page 1' });
    if (count < 100_000) continue;
    report.add({
      what: 'page 500 of it right after a change in the folder, slowest order, p50',
      value: await afterChange(folderId, 500),
      unit: 'ms',
    });
    for (const page of [250, 500, 750, 1000])
      report.compare(`page ${page.toLocaleString('en-US')} of it (baseline: page 1)`, await slowest(folderId, page), 'ms', first[count], {
        most: 1.2,
        of: 'page 1',
      });
  }
}
