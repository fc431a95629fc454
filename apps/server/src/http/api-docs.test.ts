import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { allCalls } from '@alcove/contract';
import { serveApiDocs } from './index.ts';

interface Parameter {
  name: string;
  in: string;
  required: boolean;
}
interface Documented {
  paths: Record<string, Record<string, { parameters: Parameter[] }>>;
}

const app = fastify();
serveApiDocs(app);
const document = (await app.inject('/disk/api/docs/json')).json<Documented>();
const page = (await app.inject('/disk/api/docs')).body;

/** The headers of a call as the page documents them, each with whether it is required. */
function headersOf(path: string, method: string): Record<string, boolean> {
  const { parameters } = document.paths[path]![method.toLowerCase()]!;
  return Object.fromEntries(parameters.filter((one) => one.in === 'header').map(({ name, required }) => [name, required]));
}

test('a client written by the page alone is not refused for a marker, and repeats no change', () => {
  for (const { name, path, aliases = [], method, changes, caller } of allCalls)
    for (const each of [path, ...aliases]) {
      const headers = headersOf(each, method);
      assert.equal(headers['X-Requested-With'], method === 'POST' || caller !== 'anyone', name);
      assert.equal(headers['Idempotency-Key'], changes === 'once' ? false : undefined, name);
      assert.deepEqual([headers['Accept-Language'], headers['traceId']], [false, false], name);
    }
  assert.equal(page.match(/<td>once<\/td>/g)?.length, allCalls.filter(({ changes }) => changes === 'once').length);
  for (const header of ['X-Requested-With', 'Idempotency-Key', 'Accept-Language', 'traceId']) assert.ok(page.includes(header), header);
});

test('whoever reads the page learns which permission a call needs of what', () => {
  const { paths } = document as unknown as { paths: Record<string, Record<string, { description?: string }>> };
  const needing = allCalls.filter(({ needs }) => needs !== undefined);
  assert.ok(needing.length > 0);
  for (const { path, method, needs } of needing)
    assert.match(paths[path]![method.toLowerCase()]!.description!, new RegExp(`${needs!.item}.*${needs!.of}`));
});
