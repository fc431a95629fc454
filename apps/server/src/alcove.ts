import { createHash, createSecretKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { setTimeout as drained } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { allCalls } from '@alcove/contract';
import type { SpaceId } from '@alcove/contract';
import * as accessReport from './access-report/index.ts';
import * as accessRequests from './access-requests/index.ts';
import * as accounts from './accounts/index.ts';
import * as agreements from './agreements/index.ts';
import * as activity from './activity/index.ts';
import { openAddressRules } from './address-rules/index.ts';
import * as audit from './audit/index.ts';
import * as auditReading from './audit-reading/index.ts';
import * as auditSeals from './audit-seals/index.ts';
import * as callLimits from './call-limits/index.ts';
import * as configuration from './configuration/index.ts';
import * as comments from './comments/index.ts';
import { acceptedRisks } from './config.ts';
import type { Config } from './config.ts';
import { migrate, openDatabase, openLastingLocks, openServiceConfig, openSignals } from './database/index.ts';
import type { ReadServiceConfig, Tables } from './database/index.ts';
import * as contentChecks from './content-checks/index.ts';
import * as contents from './contents/index.ts';
import * as dashboard from './dashboard/index.ts';
import * as departments from './departments/index.ts';
import * as directorySync from './directory-sync/index.ts';
import * as download from './download/index.ts';
import * as favourites from './favourites/index.ts';
import * as fileManagement from './file-management/index.ts';
import * as fileRoles from './file-roles/index.ts';
import * as files from './files/index.ts';
import * as groups from './groups/index.ts';
import {
  createServer,
  endConnectionsWhile,
  markAsKnown,
  limitConnections,
  RateLimiter,
  serveApiDocs,
  serveCalls,
  serveHealth,
  serveContentHost,
  serveWebApp,
  addressUseOf,
} from './http/index.ts';
import type { Binding, CallOptions } from './http/index.ts';
import * as identity from './identity/index.ts';
import * as ipAllowlist from './ip-allowlist/index.ts';
import { startJobs } from './jobs/index.ts';
import * as linkEnds from './link-ends/index.ts';
import * as linkSharing from './link-sharing/index.ts';
import * as links from './links/index.ts';
import * as linkUploads from './link-uploads/index.ts';
import * as linkVisits from './link-visits/index.ts';
import { foldersListed, gatherChanges, liveStreams, publish } from './live-updates/index.ts';
import * as moveCopy from './move-copy/index.ts';
import * as notices from './notices/index.ts';
import * as offboarding from './offboarding/index.ts';
import * as operating from './operating/index.ts';
import * as outbound from './outbound/index.ts';
import { openOutgoing } from './outgoing/index.ts';
import * as peopleSheets from './people-sheets/index.ts';
import type { ItemContext } from './permission/index.ts';
import * as platforms from './platforms/index.ts';
import * as preview from './preview/index.ts';
import * as recycle from './recycle/index.ts';
import * as relocation from './relocation/index.ts';
import * as removal from './removal/index.ts';
import * as renditions from './renditions/index.ts';
import * as repeats from './repeats/index.ts';
import * as rolePreview from './role-preview/index.ts';
import * as roles from './roles/index.ts';
import * as sandbox from './sandbox/index.ts';
import { openSealer } from './sealed-secrets/index.ts';
import * as scim from './scim/index.ts';
import * as search from './search/index.ts';
import * as secondBin from './second-bin/index.ts';
import * as secondFactor from './second-factor/index.ts';
import * as sensitivity from './sensitivity/index.ts';
import * as sharing from './sharing/index.ts';
import { gatedLinks, diskBucket, large, openObjectStore, SpeedLimits, storageHost } from './storage/index.ts';
import type { Credentials, DiskStore, ObjectStore } from './storage/index.ts';
import * as tags from './tags/index.ts';
import * as tasks from './tasks/index.ts';
import type { Lacking } from './terminal/index.ts';
import * as transferHistory from './transfer-history/index.ts';
import * as upload from './upload/index.ts';
import * as versions from './versions/index.ts';

/** The domains that answer calls of the contract. A new call is a line in its domain's `routes.ts`. */
const answering = [
  accessReport,
  accessRequests,
  accounts,
  auditReading,
  auditSeals,
  configuration,
  activity,
  agreements,
  comments,
  dashboard,
  departments,
  directorySync,
  download,
  favourites,
  fileManagement,
  fileRoles,
  files,
  groups,
  identity,
  ipAllowlist,
  linkSharing,
  linkUploads,
  linkVisits,
  moveCopy,
  notices,
  offboarding,
  outbound,
  peopleSheets,
  platforms,
  preview,
  recycle,
  rolePreview,
  roles,
  search,
  secondBin,
  secondFactor,
  sensitivity,
  sharing,
  tags,
  tasks,
  transferHistory,
  upload,
  versions,
];

/** The domains with background work, which their `jobs.ts` lists. */
const working = [
  accessRequests,
  activity,
  auditReading,
  auditSeals,
  callLimits,
  contentChecks,
  contents,
  dashboard,
  departments,
  directorySync,
  download,
  fileManagement,
  groups,
  identity,
  linkEnds,
  notices,
  offboarding,
  operating,
  outbound,
  peopleSheets,
  platforms,
  recycle,
  removal,
  renditions,
  repeats,
  sandbox,
  scim,
  search,
  secondBin,
  secondFactor,
  sharing,
  tasks,
  transferHistory,
  upload,
  versions,
];

/** The domains with kinds of tasks. Their `taskKinds` binds each kind to its work. */
const withTasks = [fileManagement, moveCopy, offboarding, peopleSheets, secondBin];

type NameIn<Jobs> = Jobs extends unknown ? keyof Jobs : never;
type JobName = NameIn<ReturnType<(typeof working)[number]['jobs']>>;

export interface Alcove {
  app: FastifyInstance;
  database: Kysely<Tables>;
  store: ObjectStore;
  logger: Logger;
  /** The programs and the sandbox support that this machine lacks for opening people's files. */
  lacking(): Promise<Pick<Lacking, 'programs' | 'confinement'>>;
  serviceConfig: ReadServiceConfig;
  /** Finishes the requests that are under way, then closes the store and the database. */
  close(): Promise<void>;
}

const webFolder = fileURLToPath(new URL('../../web/dist', import.meta.url));
const region = 'local';

export interface OpeningOptions {
  /** Shows the password of a new administrator; null for the configured one (identity/first-start.ts). */
  administratorMade: (drawn: string | null) => void;
  /** The files or the database were moved away. This process changes nothing any more, and must stop. */
  onMoved?: () => void;
  /** A connection is cut if it sends or reads too little over this time. Default: one minute. */
  stretchMs?: number;
  /** Time limit for work that calls other servers. */
  outgoingMs?: number;
  /** Delay before the jobs run for the first time. */
  firstJobsMs?: number;
  /** Kinds of tasks besides those of the domains, for tests. */
  moreTaskKinds?: (services: { database: Kysely<Tables> }) => tasks.TaskKind[];
}

/** Opens everything that a server needs and wires it together. Nothing listens yet. */
export async function openAlcove(
  config: Config,
  logger: Logger,
  { administratorMade, onMoved = () => process.exit(1), stretchMs, outgoingMs, firstJobsMs, moreTaskKinds = () => [] }: OpeningOptions,
): Promise<Alcove> {
  const opened = await openDatabase(config, {
    onTrouble: (message) => logger.warn(message),
    onLost: (message) => {
      // A process supervisor restarts the server or alerts somebody.
      logger.fatal(message);
      process.exit(1);
    },
  });
  const database = opened.kysely;
  try {
    await relocation.requireDatabaseInUse(database);
    const migrated = await migrate(database);
    // The connection that migrated keeps what it learned of every table, and would be the one that listens from now on.
    if (migrated.length > 0) (await opened.pool.connect()).release(true);
    await identity.ensureAdministrator(database, config.adminPassword, administratorMade);
    const { store, host } = await openStore(config, database);
    const mark = await removal.requireOwnStore(database, store, { adopt: config.adoptStore });
    const signals = await openSignals(opened.pool, logger);
    const hold = await relocation.watchHold({
      database,
      signals,
      logger,
      isMoved: async () => (await relocation.isDatabaseMoved(database)) || (await removal.isMovedAway(database, store, mark)),
      onMoved,
    });
    const serviceConfig = openServiceConfig(database, signals, logger);
    const sessionTimes = identity.sessionTimes(serviceConfig, { idleMs: config.sessionIdleMs, absoluteMs: config.sessionAbsoluteMs });
    const sessions = identity.openSessionCache({ database, signals, times: sessionTimes, serviceConfig });
    const addresses = openAddressRules(database, signals);
    const auditWriter = audit.openWriter(database, logger);
    const isNewRefusal = audit.newRefusals();
    const refusedAddress: CallOptions['refusedAddress'] = (of) => audit.recordRefusedAddress({ writer: auditWriter, isNewRefusal }, of);
    const changes = gatherChanges(database, logger);
    const streams = liveStreams({
      signals,
      logger,
      most: config.liveStreams,
      stillOpen: async (sessionIds) => identity.stillOpen(database, sessionIds, await sessionTimes()),
      mayStay: (readers) => addresses.letsAllIn(readers.map(({ address, userId }) => ({ address, use: { area: null, userId } }))),
      whenAddressesChange: addresses.whenChanged,
      whenSessionsChange: sessions.whenChanged,
      unreadOf: (userIds) => notices.unreadOf(database, userIds),
      foldersListed: (asked) => foldersListed(database, asked),
    });
    const now = () => new Date();
    const sessionStands = (sessionId: string) => identity.sessionStands(database, sessionId);
    const mayRead = outbound.standingReviews(
      database,
      sessionStands,
      download.standingLinks(database, {
        session: sessionStands,
        visit: (of) => links.visitStands(database, of),
        releases: outbound.releases,
      }),
    );
    const linkSecret = () => identity.serverSecret(database, 'asked links');
    /** Of a signed address of the store. Reviewers read as administrators. */
    const holderIsLetIn = (request: FastifyRequest, holder: string | undefined, claim: string | undefined): boolean | Promise<boolean> => {
      const held = addressUseOf(holder);
      const use = outbound.isOfReview(claim) ? { ...held, area: 'administration' as const } : held;
      const letIn = addresses.letsIn(request.ip, use);
      const told = (isLetIn: boolean): boolean => {
        const of = { address: request.ip, userId: use.area === 'links' ? null : use.userId };
        if (!isLetIn) void refusedAddress({ ...of, agent: request.headers['user-agent'] ?? '', traceId: request.id });
        return isLetIn;
      };
      return letIn === true ? true : letIn ? letIn.then(told) : told(false);
    };
    const asked = host ? null : gatedLinks({ store, secret: await linkSecret(), letsIn: holderIsLetIn, mayRead, now });
    const { contentOrigin } = config;
    const signHere: typeof store.signDownload = (grant) =>
      store.signDownload(contentOrigin === null ? grant : { ...grant, origin: contentOrigin });
    const unconfined = config.unconfinedPreviews;
    const confinement = sandbox.openConfinement({ atOnce: 1, unconfined });
    const slowConfinement = sandbox.openConfinement({ atOnce: 1, unconfined });
    const missingPrograms = () => confinement.missing([...renditions.renditionPrograms, ...search.searchPrograms]);
    // As many programs as all rendition lanes together may run, so that a video does not delay other renditions.
    const convertersRun = sandbox.openConfinement({ atOnce: 10, unconfined });
    const converting = renditions.openRenditions({ database, store, confinement: convertersRun, logger });
    const browserSecret = createSecretKey(await identity.serverSecret(database, 'known browser'));
    const plansSecret = await identity.serverSecret(database, 'upload plans');
    const texts = search.openTextReader();
    const ruleMatcher = outbound.openRuleMatcher();
    const reading = { database, store, confinement, texts, logger };
    await search.reviseUnreadable(reading);
    const sealFigures = auditSeals.newFigures();
    const contentFigures = contentChecks.newFigures();
    const speedLimits = new SpeedLimits();
    const storeIsWell = () => Promise.all([store.check(), removal.requireMark(store)]);
    const parts: dashboard.PartChecks = {
      store: storeIsWell,
      programs: dashboard.remembered(60_000, async () => ({
        missing: await missingPrograms(),
        confined: (await confinement.state()).kind === 'cells',
      })),
      folders: [config.dataDir],
      jobs: () => jobs.state(),
      backups: config.backups,
    };
    const sealer = openSealer(await identity.serverSecret(database, 'sealed secrets'), config.sealingKey);
    const ownPort = (): number | null => {
      const address = app.server.address();
      return typeof address === 'object' ? (address?.port ?? null) : null;
    };
    const outgoing = openOutgoing({ ...config.outgoing, ownPort, withinMs: outgoingMs });
    /** What the domains receive. Each domain's `deps` type names what it uses. */
    const services = {
      database,
      locks: openLastingLocks(database),
      store,
      logger,
      now,
      changes,
      serviceConfig,
      sessionTimes,
      forgetSessions: sessions.forget,
      letsIn: addresses.letsIn,
      forgetAddressRules: addresses.forget,
      browserSecret,
      signDownload: asked?.sign ?? signHere,
      speedLimits,
      sealFigures,
      contentFigures,
      isHeld: hold.isHeld,
      isBusy: () => opened.waitingCount() > 0,
      releases: outbound.releases,
      judgeArrival: outbound.judgeArrival,
      arrivalsAreJudged: outbound.arrivalsAreJudged,
      instantAsks: new RateLimiter(),
      plans: upload.signedPlans({ secret: plansSecret, mark, now }),
      tickets: upload.signedTickets({ secret: plansSecret, mark, now }),
      unsavedPlans: new RateLimiter(),
      expectedStrays: new removal.ExpectedStrays(),
      versionPolicy: versions.versionPolicy(serviceConfig, { kept: config.versionsKept, days: config.versionDays }),
      removedADay: config.removedADay,
      beforeMerge: outbound.keepReviewed,
      renditions: converting,
      reading,
      ruleMatcher,
      parts,
      outgoing,
      sealer,
      descriptions: platforms.keepDescriptions(),
      publicOrigin: config.publicOrigin,
      backups: config.backups,
      slowReading: { ...reading, confinement: slowConfinement },
      nameKeys: (spaceId: SpaceId, keyword: string) => search.nameKeysOf(database, spaceId, keyword),
      explain: (userId: string, item: ItemContext) => accessReport.explain(database, userId, item),
      wake: (job: JobName) => jobs.wake(job),
    };
    const taskKinds = tasks.kindsByName([...withTasks.flatMap((domain) => domain.taskKinds(services)), ...moreTaskKinds(services)]);
    const bindings = answering.flatMap((domain) => domain.routes({ ...services, taskKinds }));
    requireEveryCall(bindings);

    let stopping = false;
    const app = createServer({ logger, trustProxy: config.trustProxy, ...(stretchMs !== undefined && { stretchMs }) });
    if (contentOrigin !== null) serveContentHost(app, contentOrigin);
    const connections = limitConnections(app, { ...config.connections, proxies: config.trustProxy });
    endConnectionsWhile(app, () => stopping);
    serveHealth(app, {
      checks: { database: () => opened.pool.query('select 1'), store: storeIsWell },
      missingPrograms,
      programs: async () => (await confinement.state()).kind,
      acceptedRisks: acceptedRisks(config),
      isStopping: () => stopping,
      poolWaiting: opened.waitingCount,
      statementMs: opened.statementMs,
      storageProcessMs: () => host?.store.apart.processorMs ?? 0,
      auditLog: auditWriter.state,
      auditSeals: () => sealFigures,
      contents: () => contentFigures,
      connections,
      metricsToken: config.metricsToken,
    });
    const http: CallOptions = {
      bodyMs: config.requestMs,
      isHeld: hold.isHeld,
      secureCookie: config.secureCookie,
      letsIn: addresses.letsIn,
      refusedAddress,
      findCaller: sessions.find,
      isProved: (sessionId: string) => identity.isProved(database, sessionId),
      findVisitor: (token, person) => links.findVisitor(database, token, person),
      knownBrowser: (cookies) => identity.readKnownBrowser(browserSecret, cookies)?.name ?? null,
      carryOut: audit.carryOut({
        database,
        once: repeats.answerOnce({ database, asOne: opened.asOne }),
        writer: auditWriter,
        isNewRefusal,
      }),
      recordRefusal: (of, error) => audit.recordRefusal({ writer: auditWriter, isNewRefusal }, of, error),
      countCall: callLimits.countCalls(database),
      caughtUp: signals.caughtUp,
    };
    await serveCalls(
      app,
      { bindings, files: [download.archiveRoute(services), download.visitorsArchiveRoute(services)], streams: [streams.route] },
      http,
    );
    await scim.serveScim(app, services, http);
    serveApiDocs(app);
    if (host)
      await app.register(storageHost, {
        ...host,
        region,
        transformRead: download.undoObfuscation,
        letsIn: (request, query) => holderIsLetIn(request, query.get('person'), query.get('claim')),
        mayRead,
        isHeld: hold.isHeld,
        whenVerified: markAsKnown,
        downloadLimits: speedLimits,
        ...(stretchMs !== undefined && { stretchMs }),
      });
    if (asked) await app.register(asked.routes);
    await serveWebApp(app, webFolder, config.store.kind === 's3' ? new URL(config.store.publicEndpoint).origin : contentOrigin);

    const jobs = startJobs(
      working.map((domain) => domain.jobs({ ...services, taskKinds })),
      logger,
      { firstMs: firstJobsMs, isPaused: hold.isHeld },
    );
    hold.whenChanged(
      () =>
        void publish(database, [{ toAll: true, event: 'announcementChanged' }]).catch((error: unknown) =>
          logger.warn({ err: error }, 'nobody was told of the hold'),
        ),
    );
    const close = async (): Promise<void> => {
      stopping = true;
      streams.stop();
      await drained(config.drainMs);
      await app.close();
      const programs = [confinement, convertersRun, slowConfinement, texts, ruleMatcher];
      await Promise.all([...programs, converting, jobs, changes].map((running) => running.stop()));
      await auditWriter.stop();
      hold.stop();
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
  const secret = await identity.serverSecret(database, 'storage signing');
  const credentials = {
    accessKey: `alcove-${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`,
    secretKey: secret.toString('hex'),
  };
  const { folder, receives } = config.store;
  const store = await openObjectStore({
    kind: 'disk',
    folder,
    bucket: diskBucket,
    region,
    credentials,
    ...(receives === 'apart' && { lends: large }),
  });
  return { store, host: { store, credentials } };
}

/** Throws unless each call of the contract is answered exactly once. */
function requireEveryCall(bindings: readonly Binding[]): void {
  const bound = bindings.map(({ call }) => call.name);
  const wrong = allCalls.filter(({ name }) => bound.filter((one) => one === name).length !== 1).map(({ name }) => name);
  if (wrong.length > 0) throw new Error(`Calls of the contract without an answer, or with two: ${wrong.join(', ')}`);
}
