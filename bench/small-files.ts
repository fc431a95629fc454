/** Many files of 10 KiB, new ones and known ones. */
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadFlags } from '../packages/contract/src/index.ts';
import type { Bench } from './bench.ts';
import type { FileToSend } from './client.ts';
import { Connection } from './connection.ts';
import { smallContent } from './content.ts';
import type { Content } from './content.ts';
import { median, perSecond } from './measure.ts';
import { processorEach } from './servers.ts';

const size = 10_240;

/** The files of one call. */
const setOf = 32;

export async function smallFiles({ client, nginx, alcove, report, runs, quick }: Bench): Promise<void> {
  const count = quick ? 300 : 1000;
  const connections = Array.from({ length: 8 }, () => new Connection(nginx.port));
  const body = smallContent(size).pieces(0, size);
  const put =
    (round: string) =>
    async (index: number, lane: number): Promise<void> => {
      const answer = await connections[lane]!.request('PUT', `/small/${round}-${index}`, {}, body);
      if (answer.status >= 300) throw new Error(`nginx PUT: ${answer.status}`);
    };

  const figures: Record<string, number[]> = { nginx1: [], nginx8: [], alcove1: [], alcove8: [] };
  for (let round = 0; round < runs; round++) {
    for (const lanes of [1, 8]) {
      figures[`nginx${lanes}`]!.push(await perSecond(count, lanes, put(`${round}-${lanes}`)));
      const folderId = await client.createFolder(`small-${round}-${lanes}`);
      const contents = Array.from({ length: count }, () => smallContent(size));
      figures[`alcove${lanes}`]!.push(
        await perSecond(count, lanes, (index, lane) => client.upload(contents[index]!, `file-${index}.txt`, folderId, lane, 1)),
      );
    }
  }
  for (const connection of connections) connection.close();
  const toSets = await client.createFolder('small-sets');
  type SendSet = (files: FileToSend[], lane: number) => Promise<unknown>;
  const sets = async (what: string, contentOf: () => Content, send: SendSet): Promise<void> => {
    const rates: number[] = [];
    const ms: number[] = [];
    for (let round = 0; round < runs; round++) {
      const all = Math.ceil(count / setOf);
      const files = Array.from({ length: all * setOf }, (_, at) => ({ content: contentOf(), name: `${what} ${round}-${at}.txt` }));
      const sendAll = () => perSecond(all, 8, (index, lane) => send(files.slice(index * setOf, (index + 1) * setOf), lane));
      ms.push(await processorEach(alcove, files.length, async () => void rates.push(setOf * (await sendAll()))));
    }
    report.add({ what: `${what} in sets of ${setOf}, eight sets at once`, value: rates, unit: 'files/s' });
    report.add({ what: 'processor time for each of them, server and PostgreSQL', value: ms, unit: 'ms' });
  };
  const freshContent = () => smallContent(size);
  await sets('10 KiB uploads', freshContent, (files, lane) => client.uploadSet(files, toSets, lane));
  const [one, eight] = [figures['alcove1']!, figures['alcove8']!];
  const elsewhere = { goal: '>= 1.5 x copyparty: compared elsewhere' };
  report.add({
    what: '10 KiB uploads, one at a time (baseline: nginx PUT)',
    value: one,
    unit: 'files/s',
    beside: median(figures['nginx1']!),
    ratio: median(one) / median(figures['nginx1']!),
  });
  report.add({
    what: '10 KiB uploads, eight at once (baseline: nginx PUT)',
    value: eight,
    unit: 'files/s',
    beside: median(figures['nginx8']!),
    ratio: median(eight) / median(figures['nginx8']!),
    ...elsewhere,
  });
  report.compare('10 KiB uploads, eight at once (baseline: one)', eight, 'files/s', one, { least: 2, of: 'one at a time' });

  const folderId = await client.createFolder('small-known');
  const known = smallContent(size);
  await client.upload(known, 'known.txt', folderId, 0, 1);
  for (let tries = 0; (await client.check(known, 'probe.txt', folderId)).uploadflag !== uploadFlags.known; tries++) {
    if (tries > 120) throw new Error('the content was not verified within 60 seconds');
    await sleep(500);
  }
  for (const lanes of [1, 8]) {
    const rates: number[] = [];
    for (let round = 0; round < runs; round++)
      rates.push(
        await perSecond(count, lanes, (index, lane) =>
          client.uploadInstantly(known, `again-${lanes}-${round}-${index}.txt`, folderId, lane),
        ),
      );
    report.add({
      what: `instant transfers of a known 10 KiB file, ${lanes === 1 ? 'one at a time' : 'eight at once'}`,
      value: rates,
      unit: 'files/s',
      ...(lanes === 8 ? { goal: '>= 2,200 on the reference machine' } : {}),
    });
  }
  const knownContent = () => known;
  await sets('instant transfers of a known 10 KiB file', knownContent, (files, lane) => client.uploadSetInstantly(files, toSets, lane));
}
