/** The example dashboard shows only what `/metrics` has. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { calls } from '@alcove/contract';
import { openCompany } from '../testing/index.ts';
import type { Company } from '../testing/index.ts';

let company: Company;
before(async () => {
  company = await openCompany();
});
after(() => company.close());

test('each metric of the example dashboard is served', async () => {
  const dashboard = JSON.parse(readFileSync(new URL('../../../../docs/examples/grafana-dashboard.json', import.meta.url), 'utf8')) as {
    panels: { targets: { expr: string }[] }[];
  };
  const shown = dashboard.panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => [...expr.matchAll(/\b((?:alcove|nodejs|process)_\w+)\{/g)].map(([, name]) => name!)),
  );
  assert.ok(shown.length >= 12);
  await (await fetch(`${company.origin}/healthz`)).text();
  const served = await (await fetch(`${company.origin}/metrics`)).text();
  // The line of a type is there also if nothing has been counted yet.
  for (const name of shown) assert.ok(served.includes(`# TYPE ${name.replace(/_bucket$/, '')} `), name);
});

test('what calls cost is told by their names', async () => {
  const person = await company.person();
  await person.call(calls.instance.page, { parentId: person.rootId });
  const served = await (await fetch(`${company.origin}/metrics`)).text();
  for (const what of ['processor', 'statement']) {
    const [, seconds] = new RegExp(`^alcove_call_${what}_seconds_total\\{call="instance.page"\\} (\\S+)$`, 'm').exec(served) ?? [];
    assert.ok(Number(seconds) > 0 && Number(seconds) < 60, `${what}: ${seconds}`);
  }
});
