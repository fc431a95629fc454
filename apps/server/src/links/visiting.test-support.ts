import { randomBytes } from 'node:crypto';
import { calls } from '@alcove/contract';
import type { Call, InstanceId, LinkPermission } from '@alcove/contract';
import { newId } from '../ids.ts';
import { Client } from '../testing/index.ts';
import type { Reply } from '../testing/index.ts';
import type { Company, People, Person } from '../testing/index.ts';
import { openLink } from './links.test-support.ts';
import { hashOfToken } from './visitors.ts';

const ofLinks: readonly Call[] = Object.values(calls.link);

/** A browser that opened a link. A call for people goes to the call of links with its name, with the path and the token of the link. */
export class VisitingClient extends Client {
  readonly visitorId: string;
  readonly linkPath: string;

  constructor(origin: string, { visitorId, linkPath, token }: { visitorId: string; linkPath: string; token: string }) {
    super(origin);
    this.visitorId = visitorId;
    this.linkPath = linkPath;
    this.headers['x-share-token'] = token;
  }

  override ask<Data>(call: Call, fields: unknown, headers: Record<string, string> = {}): Promise<Reply<Data>> {
    const own = ofLinks.find(({ name }) => name === call.name.replace(/^\w+\./, 'link.'));
    return super.ask<Data>(own ?? call, { linkPath: this.linkPath, ...(fields as object) }, headers);
  }
}

/** Somebody who opened the link a moment ago, signed in as this colleague or as nobody. */
export async function visits(
  { database, origin }: Pick<Company, 'database' | 'origin'>,
  linkId: string,
  person?: Person,
): Promise<VisitingClient> {
  const token = randomBytes(32).toString('base64url');
  const visitorId = newId();
  const { path } = await database.selectFrom('link').select('path').where('id', '=', linkId).executeTakeFirstOrThrow();
  await database
    .insertInto('link_visitor')
    .values({
      id: visitorId,
      link_id: linkId,
      token_hash: hashOfToken(token),
      person_id: person?.userId ?? null,
      address: '127.0.0.1',
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute();
  const client = new VisitingClient(origin, { visitorId, linkPath: path, token });
  for (const [name, value] of person?.cookies ?? []) client.cookies.set(name, value);
  return client;
}

/** A new folder of the person, and somebody who opened a link to it. */
export async function visitsFolder(
  company: People,
  person: Person,
  { name, permissions = ['edit'], signedIn }: { name: string; permissions?: LinkPermission[]; signedIn?: Person },
): Promise<{ visitor: VisitingClient; folderId: InstanceId }> {
  const { instanceId: folderId } = await person.folder(name);
  const linkId = await openLink(company.database, { creatorId: person.userId, instanceId: folderId, permissions });
  return { visitor: await visits({ database: company.database, origin: person.origin }, linkId, signedIn), folderId };
}
