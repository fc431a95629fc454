/** A company's proxy: nginx with the sample configuration of docs/examples, on other ports. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from './server-process.ts';

const sample = fileURLToPath(new URL('../../../../docs/examples/nginx.conf', import.meta.url));

export interface NginxProxy {
  origin: string;
  stop(): Promise<void>;
}

/** In front of two processes, which replace 8080 and 8081 of the sample. */
export async function startNginx(ports: readonly [number, number]): Promise<NginxProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-nginx-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const site = readFileSync(sample, 'utf8')
    .replace('127.0.0.1:8080', `127.0.0.1:${ports[0]}`)
    .replace('127.0.0.1:8081', `127.0.0.1:${ports[1]}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n');
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${user}pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\ndaemon off;\nevents {}\nhttp {\naccess_log off;\n${places}\n${site}}\n`,
  );
  const child = spawn('/usr/sbin/nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const stop = async (): Promise<void> => {
    child.kill('SIGQUIT');
    const late = setTimeout(() => child.kill('SIGTERM'), 3000);
    await ended;
    clearTimeout(late);
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`);
    if (
      await fetch(origin).then(
        () => true,
        () => false,
      )
    )
      return { origin, stop };
    await sleep(25);
  }
  await stop();
  throw new Error('nginx does not listen');
}
