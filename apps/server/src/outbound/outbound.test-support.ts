import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { calls, everyItem } from '@alcove/contract';
import type { AnswerOf, DlpAction, DlpKind, InstanceId, RequestOf, Review, ReviewState } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import { adminPassword } from '../testing/index.ts';
import type { Client, People, Person } from '../testing/index.ts';
import { releases } from './release.ts';
import type { Release } from './judge.ts';

export type Status = AnswerOf<typeof calls.link.querySyncStatus>;
type Fields = Partial<RequestOf<typeof calls.link.createOrUpdate>>;

/** The administrator of a company, its rules, and people who review. */
export interface Officer {
  admin: Client;
  /** Returns the rule's id. */
  rules(kind: DlpKind, value: string, action?: DlpAction, name?: string): Promise<string>;
  noRules(): Promise<void>;
  reviewer(): Promise<Person>;
}

export async function officerOf(people: People): Promise<Officer> {
  const admin = people.visitor();
  await admin.call(calls.user.signIn, { username: 'admin', password: adminPassword });
  const { roleId } = await admin.call(calls.adminRole.create, {
    name: `reviewers ${newId().slice(-6)}`,
    type: 'ordinary',
    adminItems: ['links.review'],
    fileItems: [...everyItem],
  });
  return {
    admin,
    async rules(kind, value, action = 'review', name = `${kind} ${value}`.slice(0, 60)) {
      return (await admin.call(calls.adminDlp.create, { name, kind, value, action })).ruleId;
    },
    async noRules() {
      const { rules } = await admin.call(calls.adminDlp.page, {});
      for (const { ruleId } of rules) await admin.call(calls.adminDlp.remove, { ruleId });
    },
    async reviewer() {
      const person = await people.person();
      await admin.call(calls.adminRole.assign, { userIds: [person.userId], roleIds: [roleId] });
      return person;
    },
  };
}

export interface MadeLink {
  linkId: string;
  linkPath: string;
}

export async function links(
  people: Pick<People, 'database'>,
  person: Person,
  instanceId: InstanceId,
  fields: Fields = {},
): Promise<MadeLink> {
  const { linkPath } = await person.call(calls.link.createOrUpdate, { permissions: ['download'], ...fields, instanceIds: [instanceId] });
  const { id } = await people.database.selectFrom('link').select('id').where('path', '=', linkPath).executeTakeFirstOrThrow();
  return { linkId: id, linkPath };
}

export async function until<Answer>(ask: () => Promise<Answer>, fits: (answer: Answer) => boolean, withinMs = 60_000): Promise<Answer> {
  // What is waited for takes a moment, or the seconds until a job runs by itself: whoever asks ever more seldom asks a tenth as often.
  const began = performance.now();
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, 400)) {
    const answer = await ask();
    if (fits(answer)) return answer;
    assert.ok(performance.now() - began < withinMs, `not within ${withinMs} ms: ${JSON.stringify(answer)}`);
    await sleep(pauseMs);
  }
}

export const statusOf = (person: Person, { linkPath }: MadeLink): Promise<Status> => person.call(calls.link.querySyncStatus, { linkPath });
/** Waits until the link has this state. */
export const becomes = (person: Person, link: MadeLink, state: Status['state']): Promise<Status> =>
  until(
    () => statusOf(person, link),
    (status) => status.state === state,
  );
export const stepsOf = ({ steps }: Status): string[] => steps.map(({ step, state }) => `${step} ${state}`);

export const releaseIn = async (database: Kysely<Tables>, { linkId }: MadeLink, instanceId: InstanceId): Promise<Release> =>
  (await releases(database, linkId, [{ instanceId }])).get(instanceId) ?? 'released';

/** Waits for a review of this item. */
export async function reviewOf(
  reviewer: Client,
  { instanceId }: { instanceId: InstanceId },
  state: ReviewState = 'waiting',
): Promise<Review> {
  const found = await until(
    async () =>
      (await reviewer.call(calls.adminLink.page, { state, pageSize: 100 })).items.find(({ item }) => item.instanceId === instanceId),
    (review) => review !== undefined,
  );
  return found!;
}
