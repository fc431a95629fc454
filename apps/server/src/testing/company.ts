import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { calls, serviceConfigOf } from '@alcove/contract';
import type { BuiltInRole, Instance, InstanceId, ReadyPreview, ServiceConfig, ServiceConfigCode } from '@alcove/contract';
import { openAlcove } from '../alcove.ts';
import type { Alcove } from '../alcove.ts';
import type { BackupsConfig, Config, StoreConfig } from '../config.ts';
import type { Tables } from '../database/index.ts';
import { openTestDatabase } from '../database/testing.ts';
import { sessionCookie } from '../http/index.ts';
import { createPerson, hashPassword, openSession } from '../identity/index.ts';
import type { HashCost } from '../identity/index.ts';
import { logOptions } from '../log.ts';
import type { ObjectStore } from '../storage/index.ts';
import { verifyArrived } from '../contents/index.ts';
import { keepReviewed } from '../outbound/index.ts';
import { Client } from './client.ts';
import { exchange } from './request.ts';
import { removeBucket } from './s3-bucket.ts';
import { s3TestStore } from './test-store.ts';
import { uploadFile } from './upload-client.ts';
import type { OnConflict } from './upload-client.ts';

export const adminPassword = 'Admin-of-tests-1';
/** The password of every person in the tests. Its hash is a cheap one: tests sign in hundreds of times. What the product hashes has its usual cost. */
export const personPassword = 'Person-of-tests-1';
const cheap: HashCost = { memory: 8, passes: 1 };
const [adminHash, personHash] = [hashPassword(adminPassword, '', cheap), hashPassword(personPassword, '', cheap)];
const hourMs = 3_600_000;

export interface CompanyOptions {
  /** Put between the server and its database; returns the address of the proxy. */
  line?: (url: string) => Promise<string>;
  backups?: BackupsConfig;
  trustProxy?: string[];
  secureCookie?: boolean | 'auto';
  /** Default: only errors. */
  logLevel?: Config['logLevel'];
  metricsToken?: string;
  /** The origin that serves people's file contents. */
  contentOrigin?: string;
  /** A port that is free, for tests that must know the address beforehand. */
  port?: number;
  requestMs?: number;
  connections?: Config['connections'];
  /** A connection that sends or reads too little over this time is cut off. */
  stretchMs?: number;
  sessionIdleMs?: number;
  liveStreams?: number;
  /** Default: as the product, which calls no private addresses. */
  outgoing?: Config['outgoing'];
  /** Time limit for work that calls other servers. */
  outgoingMs?: number;
  /**
   * The usual number of database connections. Each prepares every statement anew, so there are few; more where many requests wait for locks,
   * so that the test is quicker.
   */
  poolSize?: number;
}

/** A person who is signed in. */
export class Person extends Client {
  readonly accountName: string;
  readonly userId: string;
  readonly rootId: InstanceId;
  /** The token of an existing session, which avoids the slow password hash. `agent` is the browser's User-Agent. */
  readonly opensSession: (agent?: string) => Promise<string>;

  constructor(
    origin: string,
    accountName: string,
    ids: { userId: string; rootId: InstanceId },
    opensSession = (): Promise<string> => Promise.reject(new Error('this person signs in by password')),
  ) {
    super(origin);
    this.opensSession = opensSession;
    this.accountName = accountName;
    this.userId = ids.userId;
    this.rootId = ids.rootId;
  }

  async signsIn(): Promise<this> {
    await this.call(calls.user.signIn, { username: this.accountName, password: personPassword });
    return this;
  }

  /** Signs in once more, in another browser. The first session stays open. */
  async inAnotherBrowser(): Promise<this> {
    this.cookies.clear();
    return this.signsIn();
  }

  async folder(instanceName: string, parentId: string = this.rootId): Promise<Instance> {
    return this.call(calls.instance.createFolder, { parentId, instanceName });
  }

  /** Opens a preview and waits until it is ready. */
  async looksAt(instanceId: string, version?: number): Promise<ReadyPreview> {
    const preview = await this.call(calls.download.preview, { instanceId, ...(version !== undefined && { version }) });
    return preview.kind === 'preparing' ? this.looksAt(instanceId, version) : preview;
  }

  /** A text stands for its UTF-8 bytes. */
  async uploads(
    content: Buffer<ArrayBuffer> | string,
    name: string,
    parentId: string = this.rootId,
    onConflict?: OnConflict,
  ): Promise<Instance> {
    return uploadFile(this, Buffer.from(content as string), { name, parentId, onConflict });
  }

  async downloads(instanceId: string, range?: string): Promise<Buffer> {
    const { url } = await this.call(calls.download.download, { instanceId });
    const asked = range === undefined ? {} : { headers: { range } };
    const first = await exchange(url, asked);
    // A store of its own gives the content itself.
    const answer = first.status === 302 ? await exchange(first.headers.get('location')!, asked) : first;
    if (!answer.ok) throw new Error(`download answered ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** The names in a folder, in the order of its first page of 100. */
  async names(parentId: string = this.rootId): Promise<string[]> {
    return (await this.call(calls.instance.page, { parentId, pageSize: 100 })).items.map((item) => item.instanceName);
  }
}

/** Creates people in an Alcove, wherever it runs. */
export interface People {
  database: Kysely<Tables>;
  visitor(): Client;
  /** A new person, signed in by a session made directly unless a sign-in with the password is requested. A null quota is unlimited. */
  person(options?: { quotaBytes?: number | null; accountName?: string; byPassword?: boolean; role?: BuiltInRole }): Promise<Person>;
}

export const peopleAt = (origin: string, database: Kysely<Tables>): People => ({
  database,
  visitor: () => new Client(origin),
  async person({
    quotaBytes = null,
    accountName = `person_${randomBytes(6).toString('hex')}`,
    byPassword = false,
    role = 'employeeSharing',
  } = {}) {
    const passwordHash = await personHash;
    const ids = await database
      .transaction()
      .execute((transaction) =>
        createPerson(transaction, { accountName, realName: `Name of ${accountName}`, passwordHash, quotaBytes, role }),
      );
    const person = new Person(origin, accountName, ids, async (agent = 'test') => {
      const session = { userId: ids.userId, kind: 'browser' as const, browser: null, device: null, agent, address: '127.0.0.1' };
      return (await openSession(database, session, { passwordHash }, { idleMs: hourMs, absoluteMs: 24 * hourMs })).token;
    });
    if (byPassword) return person.signsIn();
    person.cookies.set(sessionCookie, await person.opensSession());
    return person;
  },
});

export interface Company extends People {
  origin: string;
  alcove: Alcove;
  /** For another process. */
  databaseUrl: string;
  storeConfig: StoreConfig;
  store: ObjectStore;
  logger: Logger;
  /** What the server logged as errors. */
  troubles: string[];
  /**
   * Sets a row of the service configuration, as an administrator does by SQL, or deletes it (undefined), and waits until it takes effect.
   */
  configures<Code extends ServiceConfigCode>(code: Code, value: ServiceConfig[Code] | undefined): Promise<void>;
  /** Waits until the server has verified all uploaded content. */
  verified(): Promise<void>;
  close(): Promise<void>;
}

/** A real Alcove with a fresh database and an empty store, listening on its own port. */
export async function openCompany(options: CompanyOptions = {}): Promise<Company> {
  const fresh = await openTestDatabase({ poolSize: 2 });
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-company-'));
  const store: StoreConfig = s3TestStore(`alcove-company-${randomBytes(6).toString('hex')}`) ?? {
    kind: 'disk',
    folder: join(dataDir, 'objects'),
    receives: 'apart',
  };
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    dataDir,
    database: { kind: 'external', url: options.line ? await options.line(fresh.url) : fresh.url },
    poolSize: options.poolSize ?? 4,
    store,
    adminPassword,
    demoPassword: null,
    publicOrigin: null,
    trustProxy: options.trustProxy ?? [],
    drainMs: 0,
    secureCookie: options.secureCookie ?? 'auto',
    connections: options.connections ?? { all: 10_000, ofOneStranger: 256 },
    requestMs: options.requestMs ?? 60_000,
    metricsToken: options.metricsToken ?? null,
    contentOrigin: options.contentOrigin ?? null,
    logLevel: options.logLevel ?? 'error',
    sessionIdleMs: options.sessionIdleMs ?? 3_600_000,
    sessionAbsoluteMs: 24 * 3_600_000,
    liveStreams: options.liveStreams ?? 100,
    versionsKept: 100,
    sealingKey: null,
    outgoing: options.outgoing ?? { opened: [], http: false },
    unconfinedPreviews: false,
    versionDays: 180,
    adoptStore: false,
    removedADay: null,
    defaultQuotaBytes: null,
    backups: options.backups ?? null,
  };
  const passwordHash = await adminHash;
  const admin = { accountName: 'admin', realName: 'Admin', passwordHash, quotaBytes: null, role: 'administrator' } as const;
  await fresh.kysely.transaction().execute((transaction) => createPerson(transaction, admin));
  const troubles: string[] = [];
  const logger = pino(logOptions(config.logLevel), { write: (line: string) => void troubles.push(line) }) as Logger;
  const alcove = await openAlcove(config, logger, {
    administratorMade: () => {},
    firstJobsMs: hourMs, // each job runs after its own time, or when it is woken; start-and-stop.test.ts sees them run at the start
    ...(options.stretchMs !== undefined && { stretchMs: options.stretchMs }),
    ...(options.outgoingMs !== undefined && { outgoingMs: options.outgoingMs }),
  });
  const origin = await alcove.app.listen({ host: config.host, port: options.port ?? 0 });
  const { database } = alcove;
  return {
    ...peopleAt(origin, database),
    origin,
    alcove,
    databaseUrl: fresh.url,
    storeConfig: store,
    store: alcove.store,
    logger,
    troubles,
    async configures(code, value) {
      const row = { code, value: JSON.stringify(value ?? null) };
      if (value === undefined) await database.deleteFrom('service_config').where('code', '=', code).execute();
      else
        await database
          .insertInto('service_config')
          .values(row)
          .onConflict((same) => same.column('code').doUpdateSet(row))
          .execute();
      const wanted = serviceConfigOf(value === undefined ? [] : [{ code, value }]).config[code];
      for (const began = Date.now(); !isDeepStrictEqual((await alcove.serviceConfig())[code], wanted); await setTimeout(5))
        if (Date.now() - began > 1000) throw new Error(`${code} does not act within a second`);
    },
    async verified() {
      while ((await verifyArrived({ database, store: alcove.store, logger, beforeMerge: keepReviewed })) > 0);
    },
    async close() {
      await alcove.close();
      await fresh.stop();
      await rm(dataDir, { recursive: true, force: true });
      if (store.kind === 's3') await removeBucket(store);
    },
  };
}
