import { allCalls, failures } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** `/disk/api/docs/json`: OpenAPI, made from the contract. `/disk/api/docs`: the same as a page that needs no script. */
export function serveApiDocs(app: FastifyInstance): void {
  let document: object | null = null;
  app.get('/disk/api/docs/json', async () => (document ??= openApi()));
  app.get('/disk/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        `default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
      )
      .send(docsPage()),
  );
}

const schemaOf = (call: Call): { properties?: Record<string, object>; required?: string[] } =>
  z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, object>; required?: string[] };

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

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

function operation(call: Call): object {
  const schema = schemaOf(call);
  const fields =
    call.fieldsIn === 'query'
      ? {
          parameters: Object.entries(schema.properties ?? {}).map(([name, of]) => ({
            name,
            in: 'query',
            required: schema.required?.includes(name) ?? false,
            schema: of,
          })),
        }
      : { requestBody: { content: { [contentTypes[call.fieldsIn]]: { schema } } } };
  return {
    operationId: call.name,
    summary: call.summary,
    ...(call.caller === 'anyone' ? {} : { security: [{ session: [] }, { client: [] }] }),
    ...fields,
    responses: {
      200: { description: 'The envelope' },
      400: { description: 'A field is wrong; `field` names it' },
      401: { description: 'Not signed in' },
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
    return `<tr><td>${call.method}</td><td><code>${escape(call.path)}</code></td><td>${escape(call.summary)}</td><td>${call.caller}</td><td>${call.fieldsIn}</td><td>${names.join(' ')}</td></tr>`;
  });
  const errors = Object.entries(failures).map(
    ([name, f]) =>
      `<tr><td>${f.errcode}</td><td>${f.status}</td><td><code>${name}</code></td><td>${escape(f['en-US'])}</td><td lang="zh">${escape(f['zh-CN'])}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Alcove API</title><style>body{font:14px/1.6 system-ui;margin:32px auto;max-width:1200px;padding:0 20px;color:#142023}table{border-collapse:collapse;width:100%;margin:16px 0 32px}td,th{border-bottom:1px solid #e6ebec;padding:6px 10px;text-align:left;vertical-align:top}code{font:12px ui-monospace,monospace;margin-right:6px}</style>
<h1>Alcove API</h1><p>Machine-readable: <a href="/disk/api/docs/json">OpenAPI 3.1</a>. Every request carries <code>X-Requested-With: XMLHttpRequest</code>; every answer is <code>{ errcode, errmsg, data }</code>.</p>
<table><tr><th>Method<th>Path<th>What it does<th>Caller<th>Fields in<th>Fields</tr>${rows.join('')}</table><h2>Failures</h2><table><tr><th>errcode<th>HTTP<th>Name<th>English<th>中文</tr>${errors.join('')}</table></html>`;
}
