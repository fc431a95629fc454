import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as drained } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { allCalls } from '@alcove/contract';
import { accessRoutes, endRequests, tellRequests } from './access-requests/index.ts';
import { activityRoutes, removeOldActivity } from './activity/index.ts';
import { commentRoutes } from './comments/index.ts';
import { acceptedRisks } from './config.ts';
import type { Config } from './config.ts';
import { migrate, openDatabase, openServiceConfig, openSignals } from './database/index.ts';
import type { ReadServiceConfig, Tables } from './database/index.ts';
import { archiveRoute, downloadRoutes, removeEndedTickets, standingLinks, undoObfuscation } from './download/index.ts';
import { foldersListed, gatherChanges, liveStreams } from './live-updates/index.ts';
import { explain, explainRoutes } from './access-report/index.ts';
import { openConfinement, removeAbandoned } from './sandbox/index.ts';
import { departmentRoutes, openEndedSpaces } from './departments/index.ts';
import { favouriteRoutes } from './favourites/index.ts';
import { fileRoutes } from './files/index.ts';
import { groupRoutes, removeDissolved } from './groups/index.ts';
import {
  createServer,
  endConnectionsWhile,
  isOfSomebodyKnown,
  limitConnections,
  RateLimiter,
  serveApiDocs,
  serveCalls,
  serveHealth,
  serveContentApart,
  serveWebApp,
} from './http/index.ts';
import type { Binding, CallOptions } from './http/index.ts';
import {
  ensureAdministrator,
  identityRoutes,
  openSessionCache,
  readKnownBrowser,
  removeEndedSessions,
  serverSecret,
  sessionStands,
  stillOpen,
} from './identity/index.ts';
import { periodic } from './jobs/index.ts';
import { movingRoutes, placeTask } from './move-copy/index.ts';
import { noticeRoutes, removeOldNotices, unreadOf } from './notices/index.ts';
import { previewRoutes } from './preview/index.ts';
import { answerOnce, removeOldAnswers } from './repeats/index.ts';
import { collectRenditions, openRenditions, renditionPrograms } from './renditions/index.ts';
import {
  nameKeysOf,
  openTextReader,
  readContents,
  readNames,
  readSlowContents,
  reviseUnreadable,
  searchPrograms,
  searchRoutes,
} from './search/index.ts';
import { giveBackRoom, purgeExpired, recycleRoutes, removeMergedAway, sizeEntries } from './recycle/index.ts';
import { removeDue, requireMark, requireOwnStore, sweepStrays } from './removal/index.ts';
import { removeEndedShares, sharingRoutes } from './sharing/index.ts';
import { askedLinks, diskBucket, openObjectStore, SpeedLimits, storageHost } from './storage/index.ts';
import type { Credentials, DiskStore, ObjectStore } from './storage/index.ts';
import { tagRoutes } from './tags/index.ts';
import type { Lacking } from './terminal/index.ts';
import { openTasks, removeEndedTasks, taskRoutes } from './tasks/index.ts';
import { removeOldRecords, transferRoutes } from './transfer-history/index.ts';
import { collectUnneeded, verifyArrived } from './contents/index.ts';
import { abortUnknownUploads, collectAbandoned, uploadRoutes } from './upload/index.ts';
import type { UploadDeps } from './upload/index.ts';
import { freeOldVersions, versionRoutes } from './versions/index.ts';

export interface Alcove {
  app: FastifyInstance;
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** What this machine lacks for opening people's files. */
  lacking(): Promise<Pick<Lacking, 'programs' | 'confinement'>>;
  serviceConfig: ReadServiceConfig;
  /** Answers what was asked already, then closes store and database. */
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const region = 'local';
/** Names that are read at once: some milliseconds in which nobody else is answered. */
const namesPerTurn = 200;

export interface OpeningOptions {
  /** Shows the password of a new administrator, null for the configured one (identity/first-start.ts). */
  administratorMade: (drawn: string | null) => void;
  /** Over which who sends or takes too little is cut off; a minute where nothing is said. */
  stretchMs?: number;
}

/** Opens everything a server needs and puts it together; nothing listens yet. */
export async function openAlcove(config: Config, logger: Logger, { administratorMade, stretchMs }: OpeningOptions): Promise<Alcove> {
  const opened = await openDatabase(config, {
    onTrouble: (message) => logger.warn(message),
    onLost: (message) => {
      // Whoever watches over the process starts it anew, or tells somebody.
      logger.fatal(message);
      process.exit(1);
    },
  });
  const database = opened.kysely;
  try {
    await migrate(database);
    await ensureAdministrator(database, config.adminPassword, administratorMade);
    const { store, host } = await openStore(config, database);
    await requireOwnStore(database, store, { adopt: config.adoptStore });
    const sessionTimes = { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs };
    const signals = await openSignals(opened.pool, logger);
    const serviceConfig = openServiceConfig(database, signals, logger);
    const sessions = openSessionCache(database, signals, sessionTimes);
    const changes = gatherChanges(database, logger);
    const streams = liveStreams({
      signals,
      logger,
      most: config.liveStreams,
      stillOpen: (sessionIds) => stillOpen(database, sessionIds, sessionTimes),
      whenSessionsChange: sessions.whenChanged,
      unreadOf: (userIds) => unreadOf(database, userIds),
      foldersListed: (asked) => foldersListed(database, asked),
    });
    const verification = periodic('verify content', 5000, logger, () => verifyArrived({ database, store, logger }));
    const uploads: UploadDeps = {
      database,
      store,
      logger,
      now: () => new Date(),
      contentArrived: verification.wake,
      changes,
      serviceConfig,
      instantAsks: new RateLimiter(),
    };
    const mayRead = standingLinks(database, (sessionId) => sessionStands(database, sessionId));
    const asked = host ? null : askedLinks({ store, secret: await serverSecret(database, 'asked links'), mayRead, now: uploads.now });
    const { contentOrigin } = config;
    const signHere: typeof store.signDownload = (grant) =>
      store.signDownload(contentOrigin === null ? grant : { ...grant, origin: contentOrigin });
    const downloads = { ...uploads, signDownload: asked?.sign ?? signHere };
    const versionPolicy = { kept: config.versionsKept, days: config.versionDays };
    const telling = periodic('tell of requests for access', 60_000, logger, () => tellRequests(database));
    const tasks = openTasks({
      database,
      logger,
      handlers: { move: placeTask({ database, changes }, 'move'), copy: placeTask({ database, changes }, 'copy') },
    });
    const givingBack = periodic('give back the room of what left the bin', 60_000, logger, () => giveBackRoom({ database, changes }));
    const sizing = periodic('count what went to the bins', 60_000, logger, () => sizeEntries(database));
    const unconfined = config.unconfinedPreviews;
    const confinement = openConfinement({ atOnce: 1, unconfined });
    const missingPrograms = () => confinement.missing([...renditionPrograms, ...searchPrograms]);
    // As many as all lanes together: none of them waits for a film.
    const convertersRun = openConfinement({ atOnce: 10, unconfined });
    const renditions = openRenditions({ database, store, confinement: convertersRun, logger });
    const browserSecret = await serverSecret(database, 'known browser');
    const bindings = [
      ...identityRoutes({
        database,
        sessionTimes,
        forgetSessions: sessions.forget,
        serviceConfig,
        browserSecret,
      }),
      ...departmentRoutes({ database }),
      ...fileRoutes({
        database,
        changes,
        serviceConfig,
        removed: sizing.wake,
        nameKeys: (spaceId, keyword) => nameKeysOf(database, spaceId, keyword),
        explain: (userId, place) => explain(database, userId, place),
      }),
      ...movingRoutes({ database, changes, wakeTasks: tasks.wake }),
      ...recycleRoutes({ database, changes, left: givingBack.wake, partlyRestored: sizing.wake }),
      ...taskRoutes({ database }),
      ...explainRoutes({ database }),
      ...versionRoutes({ database, changes, policy: versionPolicy }),
      ...tagRoutes({ database, changes }),
      ...commentRoutes({ database, changes }),
      ...favouriteRoutes({ database }),
      ...activityRoutes({ database }),
      ...uploadRoutes(uploads),
      ...downloadRoutes(downloads),
      ...previewRoutes({ ...downloads, renditions }),
      ...transferRoutes({ database }),
      ...noticeRoutes({ database }),
      ...accessRoutes({ database, requestMade: telling.wake }),
      ...groupRoutes({ database }),
      ...sharingRoutes({ database, changes }),
      ...searchRoutes({ database }),
    ];
    requireEveryCall(bindings);
    const texts = openTextReader();
    const reading = { database, store, confinement, texts, logger };
    const slowReading = openConfinement({ atOnce: 1, unconfined });
    await reviseUnreadable(reading);
    const speedLimits = new SpeedLimits();
    const files = [archiveRoute({ ...downloads, speedLimits })];

    let stopping = false;
    const app = createServer({ logger, trustProxy: config.trustProxy, ...(stretchMs !== undefined && { stretchMs }) });
    if (contentOrigin !== null) serveContentApart(app, contentOrigin);
    const connections = limitConnections(app, { ...config.connections, proxies: config.trustProxy });
    endConnectionsWhile(app, () => stopping);
    serveHealth(app, {
      checks: { database: () => opened.pool.query('select 1'), store: () => Promise.all([store.check(), requireMark(store)]) },
      missingPrograms,
      programs: async () => (await confinement.state()).kind,
      acceptedRisks: acceptedRisks(config),
      isStopping: () => stopping,
      poolWaiting: () => opened.pool.waitingCount,
      connections,
      metricsToken: config.metricsToken,
    });
    const http: CallOptions = {
      bodyMs: config.requestMs,
      secureCookie: config.secureCookie,
      findCaller: sessions.find,
      knownBrowser: (cookies) => readKnownBrowser(browserSecret, cookies)?.name ?? null,
      once: answerOnce({ database, asOne: opened.asOne }),
    };
    await serveCalls(app, { bindings, files, streams: [streams.route] }, http);
    serveApiDocs(app);
    if (host)
      await app.register(storageHost, {
        ...host,
        region,
        transformRead: undoObfuscation,
        mayRead,
        whenVerified: isOfSomebodyKnown,
        downloadLimits: speedLimits,
        ...(stretchMs !== undefined && { stretchMs }),
      });
    if (asked) await app.register(asked.routes);
    await serveWebApp(app, webFolder, config.store.kind === 's3' ? new URL(config.store.publicEndpoint).origin : contentOrigin);

    const jobs = [
      verification,
      telling,
      periodic('read contents for the search', 10_000, logger, () => readContents(reading)),
      periodic('read old documents for the search', 10_000, logger, () => readSlowContents({ ...reading, confinement: slowReading })),
      periodic('read names for the search', 5000, logger, () => readNames(database, namesPerTurn)),
      givingBack,
      sizing,
      tasks,
      periodic('empty the recycle bins', 3_600_000, logger, async () => {
        const gone = await purgeExpired(database);
        if (gone > 0) givingBack.wake();
        return gone;
      }),
      periodic('remove ended tasks', 3_600_000, logger, () => removeEndedTasks(database)),
      periodic('remove merged folders', 3_600_000, logger, () => removeMergedAway(database)),
      periodic('end requests for access', 10 * 60_000, logger, () => endRequests(database)),
      periodic('collect abandoned uploads', 10 * 60_000, logger, () => collectAbandoned({ database })),
      periodic('abort unknown uploads', 6 * 3_600_000, logger, () => abortUnknownUploads(uploads)),
      periodic('collect unneeded content', 3_600_000, logger, () => collectUnneeded(uploads, { mostADay: config.removedADay })),
      periodic('remove objects', 60_000, logger, () => removeDue(uploads)),
      periodic('look for objects without a row', 60_000, logger, () => sweepStrays(uploads, { mostADay: config.removedADay })),
      periodic('remove renditions', 3_600_000, logger, () => collectRenditions({ database })),
      periodic('remove folders of ended programs', 3_600_000, logger, removeAbandoned),
      periodic('remove old transfer records', 24 * 3_600_000, logger, () => removeOldRecords(database)),
      periodic('free old versions', 3_600_000, logger, () => freeOldVersions(database, versionPolicy)),
      periodic('remove old activity', 24 * 3_600_000, logger, () => removeOldActivity(database)),
      periodic('remove old notices', 24 * 3_600_000, logger, () => removeOldNotices(database)),
      periodic('open the spaces of ended departments', 3_600_000, logger, () => openEndedSpaces(database)),
      periodic('remove dissolved groups', 5 * 60_000, logger, () => removeDissolved(database)),
      periodic('remove ended shares', 24 * 3_600_000, logger, () => removeEndedShares(database)),
      periodic('remove old answers', 60_000, logger, () => removeOldAnswers(database)),
      periodic('end old sessions', 3_600_000, logger, () => removeEndedSessions(database)),
      periodic('remove ended download tickets', 3_600_000, logger, () => removeEndedTickets(database)),
    ];
    const close = async (): Promise<void> => {
      stopping = true;
      streams.stop();
      await drained(config.drainMs);
      await app.close();
      const programs = [confinement, convertersRun, slowReading, texts];
      await Promise.all([...programs, renditions, ...jobs, changes].map((running) => running.stop()));
      signals.stop();
      await store.close();
      await opened.stop();
    };
    const lacking = async () => ({ programs: await missingPrograms(), confinement: await confinement.state() });
    return { app, database, store, logger, lacking, serviceConfig, close };
  } catch (error) {
    await opened.stop();
    throw error;
  }
}

async function openStore(
  config: Config,
  database: Kysely<Tables>,
): Promise<{ store: ObjectStore; host: { store: DiskStore; credentials: Credentials } | null }> {
  if (config.store.kind === 's3') return { store: await openObjectStore(config.store), host: null };
  const secret = await serverSecret(database, 'storage signing');
  const credentials = {
    accessKey: `alcove-${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`,
    secretKey: secret.toString('hex'),
  };
  const store = await openObjectStore({ kind: 'disk', folder: config.store.folder, bucket: diskBucket, region, credentials });
  return { store, host: { store, credentials } };
}

function requireEveryCall(bindings: readonly Binding[]): void {
  const bound = new Set(bindings.map(({ call }) => call.name));
  const missing = allCalls.filter((call) => !bound.has(call.name)).map((call) => call.name);
  if (missing.length > 0) throw new Error(`Calls of the contract without an answer: ${missing.join(', ')}`);
}
