import { allCalls, failures } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** `/disk/api/docs/json`: OpenAPI, made from the contract. `/disk/api/docs`: the same as a page without scripts. */
export function serveApiDocs(app: FastifyInstance): void {
  // Kept, because each takes some ten milliseconds to make, and anybody may ask for it.
  let document: object | null = null;
  let page: string | null = null;
  app.get('/disk/api/docs/json', async () => (document ??= openApi()));
  app.get('/disk/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      )
      .send((page ??= docsPage())),
  );
}

const schemaOf = (call: Call): { properties?: Record<string, object>; required?: string[] } =>
  z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, object>; required?: string[] };

/** The headers of a request; `context.ts`, `once.ts` and `server.ts` read them. */
const headers = {
  marker: {
    name: 'X-Requested-With',
    schema: { const: 'XMLHttpRequest' },
    description: 'Proves that the request does not come from a page of another site. A GET without a cookie does not need it.',
  },
  key: {
    name: 'Idempotency-Key',
    schema: { type: 'string', pattern: '^[!-~]{16,128}$' },
    description:
      'For calls that change something once: a new key per change. A request with the same key within ten minutes gets the first answer again.',
  },
  language: {
    name: 'Accept-Language',
    schema: { type: 'string' },
    description: 'The language of errmsg, zh-CN or en-US; zh-CN by default.',
  },
  trace: {
    name: 'traceId',
    schema: { type: 'string', pattern: '^[0-9A-Za-z-]{8,64}$' },
    description: 'Identifies the request in the log and in failures; generated if it is missing.',
  },
};

const headersOf = ({ method, caller, changes }: Call): object[] =>
  [
    { ...headers.marker, required: method === 'POST' || caller !== 'anyone' },
    ...(changes === 'once' ? [headers.key] : []),
    headers.language,
    headers.trace,
  ].map((header) => ({ in: 'header', required: false, ...header }));

function openApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const call of allCalls)
    for (const path of [call.path, ...(call.aliases ?? [])]) (paths[path] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: '3.1.0',
    info: { title: 'Alcove', version: '1', description: 'Every answer is an envelope { errcode, errmsg, data }; errcode 0 is success.' },
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'alcove_session' }, client: { type: 'http', scheme: 'bearer' } },
      schemas: {
        Failure: {
          type: 'object',
          properties: {
            errcode: { enum: Object.values(failures).map((failure) => failure.errcode) },
            errmsg: { type: 'string' },
            traceId: { type: 'string' },
            field: { type: 'string' },
          },
        },
      },
    },
  };
}

function describe({ needs, limits }: Call): { description?: string } {
  const sentences = [
    ...(needs ? [`Needs the permission \`${needs.item}\` on the item named by \`${needs.of}\`.`] : []),
    ...limits.map(({ times, seconds, per }) => `Limited to ${times} requests in ${seconds} seconds per ${per}.`),
  ];
  return sentences.length > 0 ? { description: sentences.join(' ') } : {};
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

function operation(call: Call): object {
  const schema = schemaOf(call);
  const inQuery = call.fieldsIn === 'query' ? Object.entries(schema.properties ?? {}) : [];
  const parameters = inQuery.map(([name, of]) => ({
    name,
    in: 'query',
    required: schema.required?.includes(name) ?? false,
    schema: of,
  }));
  return {
    operationId: call.name,
    summary: call.summary,
    ...describe(call),
    ...(call.caller === 'anyone' ? {} : { security: [{ session: [] }, { client: [] }] }),
    parameters: [...headersOf(call), ...parameters],
    ...(call.fieldsIn !== 'query' && { requestBody: { content: { [contentTypes[call.fieldsIn]]: { schema } } } }),
    responses: {
      200: { description: 'The envelope' },
      400: { description: 'A field is wrong; `field` names it' },
      401: { description: 'Not signed in' },
      ...(call.limits.length > 0 && { 429: { description: 'Too many requests; Retry-After says when the next one is possible' } }),
    },
  };
}

const escape = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);

function docsPage(): string {
  const rows = allCalls.map((call) => {
    const schema = schemaOf(call);
    const names = Object.keys(schema.properties ?? {})
      .filter((name) => name !== 't')
      .map((name) => `<code>${escape(name)}${schema.required?.includes(name) ? '' : '?'}</code>`);
    return `<tr><td>${call.method}</td><td><code>${escape(call.path)}</code></td><td>${escape(call.summary)}</td><td>${call.caller}</td><td>${call.needs ? `<code>${call.needs.item}</code>` : ''}</td><td>${call.changes}</td><td>${call.fieldsIn}</td><td>${names.join(' ')}</td></tr>`;
  });
  const errors = Object.entries(failures).map(
    ([name, f]) =>
      `<tr><td>${f.errcode}</td><td>${f.status}</td><td><code>${name}</code></td><td>${escape(f['en-US'])}</td><td lang="zh">${escape(f['zh-CN'])}</td></tr>`,
  );
  const headerRows = Object.values(headers).map(
    ({ name, description }) => `<tr><td><code>${name}</code></td><td>${escape(description)}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Alcove API</title><style>body{font:14px/1.6 system-ui;margin:32px auto;max-width:1200px;padding:0 20px;color:#142023}table{border-collapse:collapse;width:100%;margin:16px 0 32px}td,th{border-bottom:1px solid #e6ebec;padding:6px 10px;text-align:left;vertical-align:top}code{font:12px ui-monospace,monospace;margin-right:6px}</style>
<h1>Alcove API</h1><p>Machine-readable: <a href="/disk/api/docs/json">OpenAPI 3.1</a>. Every answer is <code>{ errcode, errmsg, data }</code>.</p>
<table><tr><th>Header<th>What it is for</tr>${headerRows.join('')}</table>
<table><tr><th>Method<th>Path<th>What it does<th>Caller<th>Needs<th>Changes<th>Fields in<th>Fields</tr>${rows.join('')}</table><h2>Failures</h2><table><tr><th>errcode<th>HTTP<th>Name<th>English<th>中文</tr>${errors.join('')}</table></html>`;
}
