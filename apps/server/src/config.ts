/**
 * Every setting of the server, read from the environment once at the start. An empty variable counts as not set.
 * If a setting is not usable, the server does not start and prints one line that names the variable (terminal/).
 */
import { createHash } from 'node:crypto';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isReachableByOthers } from './database/index.ts';
import { networkOf } from './networks.ts';
import type { Network } from './networks.ts';

/** What is wrong with a setting; `given` is its value. terminal/ turns it into words. */
export type SettingFault =
  | { kind: 'notWhole'; name: string; least: number; most: number; given: string }
  | { kind: 'tooShort'; name: string; least: number }
  | { kind: 'exceeds'; name: string; other: string }
  | { kind: 'notOneOf'; name: string; choices: readonly string[]; given: string }
  | { kind: 'notAccepted'; name: string; given: string }
  | { kind: 'notDatabase'; name: string }
  | { kind: 'notAddress' | 'notOrigin' | 'notOrigins' | 'notNetworks' | 'notBucket'; name: string; given: string }
  | { kind: 'diskStoreOnly'; name: string }
  | { kind: 'storeIncomplete'; missing: readonly string[]; names: readonly string[] }
  | { kind: 'uploaderMissing' | 'uploaderIncomplete' | 'uploaderIsOwner'; names: UploaderNames };
export interface UploaderNames {
  access: string;
  secret: string;
  owner: string;
  single: string;
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly fault: SettingFault;
  constructor(fault: SettingFault) {
    super(JSON.stringify(fault));
    this.fault = fault;
  }
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export const receiving = ['apart', 'inside'] as const;

export type DatabaseConfig = { kind: 'embedded'; folder: string } | { kind: 'external'; url: string };

export type StoreConfig =
  | {
      kind: 'disk';
      folder: string;
      /** Whether large bodies go through a process of their own. */
      receives: (typeof receiving)[number];
    }
  | {
      kind: 's3';
      endpoint: string;
      /** The address of the same endpoint for browsers. */
      publicEndpoint: string;
      region: string;
      bucket: string;
      accessKey: string;
      secretKey: string;
      /** Null only if the operator accepted that anyone who may upload may read the whole store. */
      uploader: { accessKey: string; secretKey: string } | null;
      allowedOrigins: string[];
    };

export interface BackupsConfig {
  /** An absolute path. */
  folder: string;
  /** How often the newest backup is restored for practice. Null: never. */
  drillDays: number | null;
  /** Where room is taken for it meanwhile. */
  scratch: string;
}

export interface Config {
  host: string;
  port: number;
  /** An absolute path. */
  dataDir: string;
  /** An embedded PostgreSQL keeps its files in `folder`, with its major version appended. */
  database: DatabaseConfig;
  /** The maximum number of database connections of this process. */
  poolSize: number;
  store: StoreConfig;
  /** The address of the application in browsers, to which passkeys are bound. Null: that of each request. */
  publicOrigin: string | null;
  /** The origin from which browsers read file contents if this server stores them. Null: the application's own origin. */
  contentOrigin: string | null;
  /** Null: generated at the first start and printed once. */
  adminPassword: string | null;
  /** Null: generated with the sample company and printed once. */
  demoPassword: string | null;
  /** Addresses or networks of the proxies whose X-Forwarded-* headers are trusted. */
  trustProxy: string[];
  /** A process that stops reports it, and keeps answering for this long so that proxies can switch to another one. */
  drainMs: number;
  /** 'auto': the cookie is Secure on requests that came over https. */
  secureCookie: boolean | 'auto';
  /** The maximum number of open connections: in total, and per network among those without a signed-in user so far. */
  connections: { all: number; ofOneStranger: number };
  /** Time limit for the body of a request. Contents of files have their own limit. */
  requestMs: number;
  /** Bearer token for `/metrics` from other machines. Null: only this machine can read them. */
  metricsToken: string | null;
  logLevel: LogLevel;
  /** A session ends after this long without a request. */
  sessionIdleMs: number;
  /** A session ends this long after the sign-in, used or not. */
  sessionAbsoluteMs: number;
  /** The maximum number of open live streams; each browser that shows Alcove has one. */
  liveStreams: number;
  /** How many versions a file keeps, including the current one. */
  versionsKept: number;
  /** How many days an old version is kept after it was replaced. Null: without limit. */
  versionDays: number | null;
  /** Adopts a store that does not appear to belong to the database. */
  adoptStore: boolean;
  /**
   * How many contents may be removed in 24 hours. Null: the default, the larger of a fixed number and a share of all contents
   * (`removal/brake.ts`).
   */
  removedADay: number | null;
  /** The operator accepts that programs open people's files without a sandbox if the system does not support one. */
  unconfinedPreviews: boolean;
  /** Part of the key that seals secrets of others, such as that of a sign-in server. Null: the database alone has the key. */
  sealingKey: string | null;
  /** What the server may call for somebody who typed in an address, besides public addresses over https. */
  outgoing: { opened: Network[]; http: boolean };
  /** The quota of a new person's space. Null: unlimited. */
  defaultQuotaBytes: number | null;
  /** Where the operator's backups are. Null: this server does not know. */
  backups: BackupsConfig | null;
}

const projectRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const hourMs = 3_600_000;
const GiB = 2 ** 30;

type Environment = Record<string, string | undefined>;

/** Names of the settings with which the operator gave up a protection. */
export const acceptedRisks = ({ store, unconfinedPreviews, outgoing }: Config): string[] => [
  ...(store.kind === 's3' && !store.uploader ? ['ALCOVE_S3_SINGLE_USER'] : []),
  ...(unconfinedPreviews ? ['ALCOVE_UNCONFINED_PREVIEWS'] : []),
  ...(outgoing.http ? ['ALCOVE_OUTGOING_HTTP'] : []),
];

/** Throws ConfigError. */
export function readConfig(env: Environment = process.env): Config {
  const text = (name: string): string | null => env[name]?.trim() || null;

  const whole = (name: string, byDefault: number, least: number, most: number): number => {
    const given = text(name);
    if (given === null) return byDefault;
    const value = /^\d+$/.test(given) ? Number(given) : Number.NaN;
    if (!(value >= least && value <= most)) throw new ConfigError({ kind: 'notWhole', name, least, most, given });
    return value;
  };

  const password = (name: string): string | null => {
    const given = env[name] || null; // not trimmed: leading and trailing spaces may be part of the value
    if (given !== null && given.length < 8) throw new ConfigError({ kind: 'tooShort', name, least: 8 });
    return given;
  };

  const dataDir = resolve(text('ALCOVE_DATA_DIR') ?? defaultDataDir());
  const sessionIdleMs = whole('ALCOVE_SESSION_IDLE_HOURS', 12, 1, 24 * 365) * hourMs;
  const sessionAbsoluteMs = whole('ALCOVE_SESSION_ABSOLUTE_HOURS', 24 * 7, 1, 24 * 365) * hourMs;
  if (sessionIdleMs > sessionAbsoluteMs)
    throw new ConfigError({ kind: 'exceeds', name: 'ALCOVE_SESSION_IDLE_HOURS', other: 'ALCOVE_SESSION_ABSOLUTE_HOURS' });

  const trustProxy = list(text('ALCOVE_TRUST_PROXY')).map(proxyAddress);

  const store = readStore(text, dataDir);
  return {
    host: text('ALCOVE_HOST') ?? '127.0.0.1',
    port: whole('ALCOVE_PORT', 8080, 0, 65_535),
    dataDir,
    database: readDatabase(text('DATABASE_URL'), dataDir),
    poolSize: whole('ALCOVE_DATABASE_POOL', 5, 3, 90),
    store,
    publicOrigin: readOrigin(text('ALCOVE_PUBLIC_ORIGIN'), 'ALCOVE_PUBLIC_ORIGIN'),
    contentOrigin: readContentOrigin(text('ALCOVE_CONTENT_ORIGIN'), store),
    adminPassword: password('ALCOVE_ADMIN_PASSWORD'),
    demoPassword: password('ALCOVE_DEMO_PASSWORD'),
    unconfinedPreviews: accepted(text, 'ALCOVE_UNCONFINED_PREVIEWS'),
    sealingKey: readKey(text('ALCOVE_SEALING_KEY'), 'ALCOVE_SEALING_KEY'),
    outgoing: { opened: list(text('ALCOVE_OUTGOING_NETWORKS')).map(openedNetwork), http: accepted(text, 'ALCOVE_OUTGOING_HTTP') },
    trustProxy,
    drainMs: whole('ALCOVE_DRAIN_SECONDS', trustProxy.length > 0 ? 5 : 0, 0, 60) * 1000,
    secureCookie: readSecureCookie(text('ALCOVE_SECURE_COOKIE') ?? 'auto'),
    connections: {
      all: whole('ALCOVE_CONNECTIONS', 10_000, 16, 1_000_000),
      ofOneStranger: whole('ALCOVE_STRANGER_CONNECTIONS', 256, 8, 1_000_000),
    },
    requestMs: whole('ALCOVE_REQUEST_SECONDS', 60, 1, 3600) * 1000,
    metricsToken: readKey(text('ALCOVE_METRICS_TOKEN'), 'ALCOVE_METRICS_TOKEN'),
    logLevel: oneOf(logLevels, text('ALCOVE_LOG_LEVEL') ?? 'info', 'ALCOVE_LOG_LEVEL'),
    sessionIdleMs,
    sessionAbsoluteMs,
    liveStreams: whole('ALCOVE_LIVE_STREAMS', 2000, 0, 100_000),
    versionsKept: whole('ALCOVE_VERSIONS_KEPT', 100, 1, 10_000),
    versionDays: whole('ALCOVE_VERSION_DAYS', 180, 0, 36_500) || null,
    adoptStore: readSwitch(text('ALCOVE_ADOPT_STORE'), 'ALCOVE_ADOPT_STORE'),
    removedADay: text('ALCOVE_REMOVED_A_DAY') === null ? null : whole('ALCOVE_REMOVED_A_DAY', 0, 0, Number.MAX_SAFE_INTEGER),
    defaultQuotaBytes: whole('ALCOVE_DEFAULT_QUOTA_BYTES', 100 * GiB, 0, Number.MAX_SAFE_INTEGER) || null,
    backups: readBackups(text, whole('ALCOVE_DRILL_DAYS', 7, 0, 365)),
  };
}

/**
 * `data` beside the sources. As root, the embedded PostgreSQL runs as a user of its own, which cannot reach a project below a closed folder
 * such as /root. The data of such a project is kept under /var/lib/alcove.
 */
function defaultDataDir(): string {
  if (process.getuid?.() !== 0 || isReachableByOthers(projectRoot)) return join(projectRoot, 'data');
  const mark = createHash('sha256').update(projectRoot).digest('hex').slice(0, 8);
  return join('/var/lib/alcove', `${basename(projectRoot)}-${mark}`);
}

/**
 * The settings of the place that a command moves to: `ALCOVE_TO_…` in the place of `ALCOVE_…`, and `ALCOVE_TO_DATABASE_URL`. Null if it is not named.
 * Throws ConfigError.
 */
export function readTarget(what: 'store' | 'database', env: Environment = process.env): Config | null {
  const given = Object.entries(env).filter(([name, value]) => name.startsWith('ALCOVE_TO_') && value);
  const to = Object.fromEntries(
    given.map(([name, value]) => [name.replace('ALCOVE_TO_', name === 'ALCOVE_TO_DATABASE_URL' ? '' : 'ALCOVE_'), value]),
  );
  const isOf = (name: string): boolean => (what === 'database' ? name === 'DATABASE_URL' : name !== 'DATABASE_URL');
  if (!Object.keys(to).some(isOf)) return null;
  const kept = Object.entries(env).filter(([name]) => what === 'database' || !name.startsWith('ALCOVE_S3_'));
  return readConfig({ ...Object.fromEntries(kept), ...to });
}

function readDatabase(url: string | null, dataDir: string): DatabaseConfig {
  if (url === null) return { kind: 'embedded', folder: join(dataDir, 'postgres') };
  if (!/^postgres(ql)?:\/\//.test(url)) throw new ConfigError({ kind: 'notDatabase', name: 'DATABASE_URL' });
  return { kind: 'external', url };
}

function readContentOrigin(given: string | null, store: StoreConfig): string | null {
  if (given === null) return null;
  const name = 'ALCOVE_CONTENT_ORIGIN';
  if (store.kind === 's3') throw new ConfigError({ kind: 'diskStoreOnly', name });
  return readOrigin(given, name);
}

function readOrigin(given: string | null, name: string): string | null {
  if (given === null) return null;
  const parsed = URL.parse(given);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.origin !== given) throw new ConfigError({ kind: 'notOrigin', name, given });
  return given;
}

function readStore(text: (name: string) => string | null, dataDir: string): StoreConfig {
  const names = ['ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY', 'SECRET_KEY'].map((name) => `ALCOVE_S3_${name}`);
  const missing = names.filter((name) => text(name) === null);
  const receives = text('ALCOVE_STORAGE');
  if (missing.length === names.length)
    return { kind: 'disk', folder: join(dataDir, 'objects'), receives: oneOf(receiving, receives ?? 'apart', 'ALCOVE_STORAGE') };
  if (receives !== null) throw new ConfigError({ kind: 'diskStoreOnly', name: 'ALCOVE_STORAGE' });
  if (missing.length > 0) throw new ConfigError({ kind: 'storeIncomplete', missing, names });
  const [endpoint, region, bucket, accessKey, secretKey] = names.map((name) => text(name)!) as [string, string, string, string, string];
  const publicEndpoint = text('ALCOVE_S3_PUBLIC_ENDPOINT') ?? endpoint;
  if (!/^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(bucket))
    throw new ConfigError({ kind: 'notBucket', name: 'ALCOVE_S3_BUCKET', given: bucket });
  const allowedOrigins = list(text('ALCOVE_S3_ALLOWED_ORIGINS') ?? '*').map((origin) => {
    if (origin !== '*' && URL.parse(origin)?.origin !== origin)
      throw new ConfigError({ kind: 'notOrigins', name: 'ALCOVE_S3_ALLOWED_ORIGINS', given: origin });
    return origin;
  });
  return {
    kind: 's3',
    endpoint: storeAddress('ALCOVE_S3_ENDPOINT', endpoint),
    publicEndpoint: storeAddress('ALCOVE_S3_PUBLIC_ENDPOINT', publicEndpoint),
    region,
    bucket,
    accessKey,
    secretKey,
    uploader: readUploader(text, accessKey),
    allowedOrigins,
  };
}

function readBackups(text: (name: string) => string | null, drillDays: number): BackupsConfig | null {
  const folder = text('ALCOVE_BACKUP_DIR');
  if (folder === null) return null;
  return { folder: resolve(folder), drillDays: drillDays || null, scratch: resolve(text('ALCOVE_DRILL_DIR') ?? tmpdir()) };
}

/** Returns the address without a trailing slash. */
function storeAddress(name: string, given: string): string {
  const parsed = URL.parse(given);
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new ConfigError({ kind: 'notAddress', name, given });
  return given.replace(/\/+$/, '');
}

/** Whether the operator accepted a risk. The value must be the word `accepted`, which nobody sets by mistake. */
function accepted(text: (name: string) => string | null, name: string): boolean {
  const given = text(name);
  if (given !== null && given !== 'accepted') throw new ConfigError({ kind: 'notAccepted', name, given });
  return given !== null;
}

/**
 * The store's second user, for uploads. Some engines obey headers that the signature does not cover, so an upload can read whatever its
 * signer can read.
 */
function readUploader(text: (name: string) => string | null, ownerKey: string): { accessKey: string; secretKey: string } | null {
  const names = {
    access: 'ALCOVE_S3_UPLOAD_ACCESS_KEY',
    secret: 'ALCOVE_S3_UPLOAD_SECRET_KEY',
    owner: 'ALCOVE_S3_ACCESS_KEY',
    single: 'ALCOVE_S3_SINGLE_USER',
  };
  const [accessKey, secretKey] = [text(names.access), text(names.secret)];
  const single = accepted(text, names.single);
  if (accessKey !== null && secretKey !== null) {
    if (accessKey === ownerKey) throw new ConfigError({ kind: 'uploaderIsOwner', names });
    return { accessKey, secretKey };
  }
  if (accessKey !== null || secretKey !== null) throw new ConfigError({ kind: 'uploaderIncomplete', names });
  if (!single) throw new ConfigError({ kind: 'uploaderMissing', names });
  return null;
}

function readSecureCookie(given: string): boolean | 'auto' {
  if (given === 'auto') return 'auto';
  if (['true', '1', 'yes', 'on'].includes(given)) return true;
  if (['false', '0', 'no', 'off'].includes(given)) return false;
  throw new ConfigError({ kind: 'notOneOf', name: 'ALCOVE_SECURE_COOKIE', choices: ['auto', 'true', 'false'], given });
}

function readKey(given: string | null, name: string): string | null {
  if (given !== null && given.length < 16) throw new ConfigError({ kind: 'tooShort', name, least: 16 });
  return given;
}

function readSwitch(given: string | null, name: string): boolean {
  if (given === null || ['false', '0', 'no', 'off'].includes(given)) return false;
  if (['true', '1', 'yes', 'on'].includes(given)) return true;
  throw new ConfigError({ kind: 'notOneOf', name, choices: ['true', 'false'], given });
}

function oneOf<Choice extends string>(choices: readonly Choice[], given: string, name: string): Choice {
  const choice = choices.find((one) => one === given);
  if (choice === undefined) throw new ConfigError({ kind: 'notOneOf', name, choices, given });
  return choice;
}

function proxyAddress(given: string): string {
  const [address = '', prefix, more] = given.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const known = ['loopback', 'linklocal', 'uniquelocal'].includes(given);
  const prefixFits = prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
  if (!known && (isIP(address) === 0 || !prefixFits || more !== undefined)) {
    throw new ConfigError({ kind: 'notNetworks', name: 'ALCOVE_TRUST_PROXY', given });
  }
  return given;
}

function openedNetwork(given: string): Network {
  const network = networkOf(given);
  if (!network) throw new ConfigError({ kind: 'notNetworks', name: 'ALCOVE_OUTGOING_NETWORKS', given });
  return network;
}

const list = (given: string | null): string[] => (given ?? '').split(/[\s,]+/).filter((item) => item !== '');
