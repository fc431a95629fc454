/** Pages of 100 from folders of any length. Length, page number and order must not matter. */
import { calls, encodeName, instanceSortFields } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import { elapsedMs, median, repeat } from './measure.ts';
import { seedFolder } from './seed.ts';
import { processorEach } from './servers.ts';

/** With all fields of each item, or as the application asks for it. */
type Kind = 'page' | 'narrowPage';

export async function listing(bench: Bench): Promise<void> {
  const { client, report, quick } = bench;
  const times = quick ? 15 : 60;
  const orders = instanceSortFields.flatMap((field) => (['asc', 'desc'] as const).map((order) => [field, order] as const));

  /** For each of these pages: the slowest order counts. The pages take turns, because a server gets quicker with what it does often. */
  const slowest = async (...pages: (readonly [folderId: string, page: number, as?: Kind])[]): Promise<number[]> => {
    const medians = pages.map((): number[] => []);
    for (const [field, order] of orders) {
      const taken = pages.map((): number[] => []);
      for (let turn = -5; turn < times; turn++)
        for (const [place, [folderId, page, as = 'page']] of pages.entries()) {
          const ms = await elapsedMs(async () => {
            const answer = await client[as](folderId, page, field, order);
            const { length } = 'items' in answer ? answer.items : (answer.columns.id ?? []);
            if (length !== 100) throw new Error(`page ${page} has ${length} entries`);
          });
          if (turn >= 0) taken[place]!.push(ms);
        }
      for (const [place, ms] of taken.entries()) medians[place]!.push(median(ms));
    }
    return medians.map((ofOrders) => Math.max(...ofOrders));
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

  /** The processor time of the server and its PostgreSQL for one page, by name. So many pages that a job that runs meanwhile hardly counts. */
  const spent = async (folderId: string, as: Kind = 'page'): Promise<number> => {
    const pages = 300;
    return processorEach(bench.alcove, pages, () => repeat<unknown>(pages, () => client[as](folderId, 1, 'instanceName', 'asc')));
  };

  const of100 = await seedFolder(bench, 'list-100', 100);
  const of10000 = await seedFolder(bench, 'list-10000', 10_000);
  const [short, long, longAt100, narrow] = (await slowest([of100, 1], [of10000, 1], [of10000, 100], [of10000, 1, 'narrowPage'])) as [
    number,
    number,
    number,
    number,
  ];
  report.add({ what: 'page 1 of a folder of 100, slowest order, p50', value: short, unit: 'ms' });
  report.add({
    what: 'page 1 of a folder of 10,000, slowest order, p50',
    value: long,
    unit: 'ms',
    goal: "<= 0.5 x copyparty's 100: compared elsewhere",
  });
  report.add({
    what: 'processor time for page 1 of it, server and PostgreSQL',
    value: await repeat(bench.runs, () => spent(of10000)),
    unit: 'ms',
    goal: '<= 1.5 ms',
  });
  report.compare('the same as the application asks for it (baseline: with all fields)', narrow, 'ms', long, { most: 1, of: 'all fields' });
  report.add({
    what: 'its processor time, server and PostgreSQL',
    value: await repeat(bench.runs, () => spent(of10000, 'narrowPage')),
    unit: 'ms',
    goal: '<= 1.5 ms',
  });
  report.compare('page 100 of it (baseline: page 1)', longAt100, 'ms', long, { most: 1.2, of: 'page 1' });

  const apart = await client.createFolder('list-100-apart');
  const of100000 = await seedFolder(bench, 'list-100000', 100_000, apart);
  report.add({
    what: 'page 500 of a folder of 100,000 right after a change in it, slowest order, p50',
    value: await afterChange(of100000, 500),
    unit: 'ms',
  });
  const far = [250, 500, 750, 1000];
  const [ofShort, ofApart, first, ...others] = await slowest(
    [of100, 1],
    [apart, 1],
    [of100000, 1],
    ...far.map((page) => [of100000, page] as const),
  );
  report.compare('page 1 of it, slowest order, p50 (baseline: a folder of 100)', first!, 'ms', ofShort!, {
    most: 1.1,
    of: 'a folder of 100',
  });
  report.compare('the same (baseline: a folder of 100 whose rows are as far apart)', first!, 'ms', ofApart!, {
    most: 1.1,
    of: 'a folder of 100',
  });
  for (const [place, page] of far.entries())
    report.compare(`page ${page.toLocaleString('en-US')} of it (baseline: page 1)`, others[place]!, 'ms', first!, {
      most: 1.2,
      of: 'page 1',
    });
}
