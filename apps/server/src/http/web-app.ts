import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@alcove/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Failure } from './failure.ts';

/**
 * The built web app under /disk/, with history-style routing: every path that is not a call or a file answers the same page, except that of
 * external links, whose visitors get a small page of their own. `storeOrigin` is where the browser reads and writes file contents if that is not this server.
 */
export async function serveWebApp(app: FastifyInstance, folder: string, storeOrigin: string | null): Promise<void> {
  const headers = pageHeaders(contentSecurityPolicy(storeOrigin));
  const sendPage = async (reply: FastifyReply, name = 'index.html', more: Record<string, string> = {}) => {
    const page = join(folder, name);
    if (!existsSync(page)) throw new Failure('UNAVAILABLE');
    return reply
      .headers({ ...headers, ...more })
      .type('text/html; charset=utf-8')
      .send(await readFile(page));
  };

  await app.register(async (scope) => {
    // Put together with a slash too many: neither files nor pages have such addresses.
    scope.addHook('onRequest', async ({ url }, reply) => {
      const [path] = url.split('?', 1) as [string];
      if (path.includes('//')) return reply.redirect(path.replace(/\/+/g, '/') + url.slice(path.length));
    });
    await scope.register(fastifyStatic, {
      root: folder,
      prefix: '/disk/',
      index: false,
      wildcard: true,
      preCompressed: true,
      dotfiles: 'ignore',
      cacheControl: false,
      // The page is served only by `sendPage`, with its headers, however its name is spelled.
      allowedPath: (path) => !isPage(path),
      setHeaders: (response, path) =>
        void response.header('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'),
    });
  });
  app.get('/', async (_request, reply) => reply.redirect('/disk/'));
  app.get('/disk', async (_request, reply) => reply.redirect('/disk/'));
  app.get('/disk/', async (_request, reply) => sendPage(reply));
  for (const path of ['/disk/fileDownload', '/disk/fileDownload/'])
    app.get(path, async (_request, reply) => sendPage(reply, 'visitor.html', visitorHeaders));
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    if (request.method === 'GET' && /^\/disk\/(.*\/)?index\.html$/i.test(decodedPath(path))) return reply.redirect('/disk/');
    const wantsPage =
      request.method === 'GET' && path.startsWith('/disk/') && !path.startsWith('/disk/api/') && !path.startsWith('/disk/assets/');
    if (wantsPage) return sendPage(reply);
    if (request.method === 'GET' && /^\/(index|index\.html|home)$/.test(path)) return reply.redirect('/disk/personalFile');
    throw new Failure('NO_SUCH_CALL');
  });
}

const isPage = (path: string): boolean => /\.html?(\.(br|gz|zst))?$/i.test(path);

function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const pageHeaders = (policy: string): Record<string, string> => ({
  'content-security-policy': policy,
  'cache-control': 'no-cache',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/** The address of an external link is its secret: no other page, no search engine and no shared cache may learn it. */
const visitorHeaders = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

/** The HTTP ports of the local plug-in (specification 1 section 9): pages use them to check whether it is installed. */
const pluginOrigins = Object.values(limits.pluginPorts)
  .map(({ http }) => `http://127.0.0.1:${http}`)
  .join(' ');

/** Mantine needs inline style attributes. Scripts come only from our own files, including hashing in WebAssembly. */
function contentSecurityPolicy(storeOrigin: string | null): string {
  const store = storeOrigin === null ? '' : ` ${storeOrigin}`;
  return [
    `default-src 'none'`,
    `script-src 'self' 'wasm-unsafe-eval'`,
    `style-src 'self' 'unsafe-inline'`,
    `font-src 'self' data:`,
    `img-src 'self' data: blob:${store}`,
    `media-src 'self' blob:${store}`,
    `connect-src 'self'${store} ${pluginOrigins}`,
    `worker-src 'self' blob:`,
    `frame-src 'self'${store}`,
    `frame-ancestors 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `manifest-src 'self'`,
    // The only two policies; the web's `trusted-types.ts` defines what they allow.
    `require-trusted-types-for 'script'`,
    `trusted-types default sealed-page`,
  ].join('; ');
}
