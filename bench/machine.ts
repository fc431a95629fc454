/** The machine's own limits, to put the other figures in relation. */
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Bench } from './bench.ts';
import { GiB, MiB } from './content.ts';

export async function machine({ folder, runs, report }: Bench): Promise<void> {
  const rates = Array.from({ length: runs }, () => writeAndSync(join(folder, 'limit.bin')));
  report.add({ what: 'machine: disk write with fsync, 1 GiB', value: rates, unit: 'MB/s' });
  const loopback: number[] = [];
  for (let run = 0; run < runs; run++) loopback.push(await throughLoopback());
  report.add({ what: 'machine: loopback TCP, 1 GiB', value: loopback, unit: 'MB/s' });
}

function writeAndSync(path: string): number {
  const block = Buffer.alloc(8 * MiB, 7);
  const started = performance.now();
  const file = openSync(path, 'w');
  for (let written = 0; written < GiB; written += block.length) writeSync(file, block);
  fsyncSync(file);
  closeSync(file);
  const rate = GiB / 1e3 / (performance.now() - started);
  rmSync(path);
  return rate;
}

async function throughLoopback(): Promise<number> {
  const block = Buffer.alloc(MiB);
  const server = createServer((socket) => {
    let left = GiB;
    const more = (): void => {
      while (left > 0) {
        left -= block.length;
        if (!socket.write(block)) return void socket.once('drain', more);
      }
      socket.end();
    };
    more();
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const started = performance.now();
  await new Promise((done) =>
    createConnection((server.address() as AddressInfo).port, '127.0.0.1')
      .on('data', () => {})
      .once('close', done),
  );
  server.close();
  return GiB / 1e3 / (performance.now() - started);
}
