/** Helpers for browser tests of the sharer's side of external links: the list, its menu, and what time and visitors did to a link. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { calls, type InputOf, type Link } from '../packages/contract/src/index.ts';
import { publish } from '../apps/server/src/live-updates/index.ts';
import type { Company, Person } from '../apps/server/src/testing/index.ts';
import { expect } from './company.ts';

const dayMs = 86_400_000;
export const fromNow = (days: number): Date => new Date(Date.now() + days * dayMs);

export const rowOf = (page: Page, name: string | RegExp) => page.getByRole('row').filter({ hasText: name });
export async function menuOf(page: Page, name: string, entry: string | RegExp): Promise<void> {
  await rowOf(page, name).click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry }).click();
}

export type Row = Partial<{
  state: Link['state'];
  scan_state: 'running' | 'passed' | 'waiting';
  scan_done: number;
  scan_total: number;
  review_state: 'running' | 'waiting' | 'skipped';
  reason: Link['reason'];
  reason_text: string;
  visits: number;
  downloads: number;
  saves: number;
  visit_limit: number;
  expires_at: Date;
  created_at: Date;
}>;

/** The job that verifies links looks at it only tomorrow, so that the state stays. `silently`: the live event is lost. */
export async function sets(company: Company, { linkPath }: Pick<Link, 'linkPath'>, row: Row, { silently = false } = {}): Promise<void> {
  const { id, creator_id } = await company.database
    .selectFrom('link')
    .select(['id', 'creator_id'])
    .where('path', '=', linkPath)
    .executeTakeFirstOrThrow();
  // A look that is under way would end with a state of its own.
  const looked = () => company.database.selectFrom('link_check').select('looked_at').where('link_id', '=', id).executeTakeFirst();
  await expect.poll(async () => (await looked())?.looked_at ?? null).not.toBe(null);
  await company.database
    .updateTable('link_check')
    .set({ look_at: fromNow(1) })
    .where('link_id', '=', id)
    .execute();
  await company.database.updateTable('link').set(row).where('id', '=', id).execute();
  if (!silently) await publish(company.database, [{ to: [creator_id], event: 'linkChanged' }]);
}

/** A link as its creator would have made it; `row` is what time and visitors did to it. */
export async function linkTo(
  company: Company,
  person: Person,
  instanceId: string,
  input: Partial<InputOf<typeof calls.link.createOrUpdate>> = {},
  row?: Row,
): Promise<Link> {
  const made = await person.call(calls.link.createOrUpdate, { instanceIds: [instanceId], ...input });
  if (row) await sets(company, made, row);
  return made;
}

export async function visit(
  company: Company,
  { linkPath }: Link,
  of: {
    address: string;
    agent?: string;
    at: Date;
    person?: Person;
    took?: readonly (readonly ['preview' | 'download' | 'save', string])[];
  },
): Promise<void> {
  const { id: link_id } = await company.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  const id = randomUUID();
  const { address, agent = '', at, person, took = [] } = of;
  await company.database
    .insertInto('link_visitor')
    .values({
      id,
      link_id,
      token_hash: randomBytes(32),
      person_id: person?.userId ?? null,
      address,
      agent,
      created_at: at,
      expires_at: fromNow(1),
      counted_at: at,
    })
    .execute();
  for (const [deed, instance_name] of took)
    await company.database
      .insertInto('link_taking')
      .values({ link_id, visitor_id: id, deed, instance_id: randomUUID() as never, instance_name, taken_at: at })
      .execute();
}
export const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
