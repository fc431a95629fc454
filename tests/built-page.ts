/** Pages that only a test has, such as tests/picker. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Company } from '../apps/server/src/testing/index.ts';

const root = resolve(import.meta.dirname, '..');
const types: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/**
 * Builds the page and serves it under /disk/<name>/ with the company's own origin and CSP, until the returned function is called. The
 * server itself answers: a route of Playwright would switch off the browser's cache, and every load would compile the page anew.
 */
export async function serveBuilt(name: string, { origin, alcove }: Company): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), `alcove-${name}-`));
  const base = `/disk/${name}/`;
  const options = ['--config', join(root, 'apps/web/vite.config.ts'), '--base', base, '--outDir', folder, '--emptyOutDir'];
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  execFileSync(process.execPath, [vite, 'build', join(root, 'tests', name), ...options, '--logLevel', 'error'], { cwd: root });
  const policy = (await fetch(`${origin}/disk/signIn`)).headers.get('content-security-policy') ?? '';

  const { server } = alcove.app;
  const others = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', origin);
    if (!pathname.startsWith(base)) return others.forEach((other) => other.call(server, request, response));
    const file = join(folder, pathname.slice(base.length) || 'index.html');
    if (!existsSync(file)) return response.writeHead(404).end();
    response
      .writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
        'cache-control': file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .end(readFileSync(file));
  });
  return () => {
    server.removeAllListeners('request');
    for (const other of others) server.on('request', other);
    rmSync(folder, { recursive: true, force: true });
  };
}
