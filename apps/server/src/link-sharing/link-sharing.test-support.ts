/** Shared by the tests of the creators' calls. */
import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { InputOf, Link, LinkState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { visitorOf } from '../links/links.test-support.ts';
import { hashOfToken } from '../links/visitors.ts';
import type { Caller } from '../http/index.ts';
import type { Company, Person } from '../testing/index.ts';

export type Fields = InputOf<typeof calls.link.createOrUpdate>;

/** Makes a link with these fields. */
export const links = (person: Person, instanceId: string, fields: Omit<Fields, 'instanceIds'> = {}): Promise<Link> =>
  person.call(calls.link.createOrUpdate, { instanceIds: [instanceId], permissions: ['preview', 'download'], ...fields });

export const changes = (person: Person, { linkPath }: Pick<Link, 'linkPath'>, fields: Fields): Promise<Link> =>
  person.call(calls.link.createOrUpdate, { linkPath, ...fields });

export const linksOf = async (person: Person, fields: Partial<InputOf<typeof calls.link.page>> = {}): Promise<Link[]> =>
  (await person.call(calls.link.page, { pageSize: 100, ...fields })).items;
export const shown = async (person: Person, { linkPath }: Pick<Link, 'linkPath'>): Promise<Link | undefined> =>
  (await linksOf(person)).find((one) => one.linkPath === linkPath);
export const stateOf = async (person: Person, link: Pick<Link, 'linkPath'>): Promise<`${LinkState} ${string}` | LinkState | 'gone'> => {
  const one = await shown(person, link);
  return one ? (one.reason ? `${one.state} ${one.reason}` : one.state) : 'gone';
};

export const idOf = async ({ database }: Pick<Company, 'database'>, { linkPath }: Pick<Link, 'linkPath'>): Promise<string> =>
  (await database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow()).id;

/** Somebody who came through the link, as the permission rules know them. */
export const visitorThrough = async (company: Pick<Company, 'database'>, link: Pick<Link, 'linkPath'>): Promise<Caller> =>
  visitorOf(await idOf(company, link));

/** Opens a visit as the gate does. Returns its token. */
export async function visits(
  database: Kysely<Tables>,
  linkId: string,
  { personId = null, agent = '' }: { personId?: string | null; agent?: string } = {},
): Promise<{ token: string; visitId: string }> {
  const token = randomBytes(32).toString('base64url');
  const visitId = newId();
  await database
    .insertInto('link_visitor')
    .values({
      id: visitId,
      link_id: linkId,
      token_hash: hashOfToken(token),
      person_id: personId,
      address: '203.0.113.7',
      agent,
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  return { token, visitId };
}
