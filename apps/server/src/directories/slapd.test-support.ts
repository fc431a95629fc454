/** A real directory (OpenLDAP's slapd) with a certificate of its own authority. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../testing/index.ts';

export const base = 'dc=corp,dc=test';
export const service = { user: `cn=reader,${base}`, password: 'reader-secret' };

type Values = Record<string, string | Buffer | readonly (string | Buffer)[]>;

/** One entry of LDIF. Every value is encoded, so it may contain anything. */
export function entry(dn: string, values: Values): string {
  const line = (name: string, value: string | Buffer): string => `${name}:: ${Buffer.from(value).toString('base64')}`;
  const lines = Object.entries(values).flatMap(([name, some]) =>
    (typeof some === 'string' || Buffer.isBuffer(some) ? [some] : some).map((value) => line(name, value)),
  );
  return [line('dn', dn), ...lines, ''].join('\n');
}

/** What every directory of the tests has: the base, and the account with which Alcove reads. */
export const foundation = [
  entry(base, { objectClass: ['top', 'dcObject', 'organization'], dc: 'corp', o: 'Corp' }),
  entry(service.user, { objectClass: ['organizationalRole', 'simpleSecurityObject'], cn: 'reader', userPassword: service.password }),
];

/** A person. `more`: with the object class `adUser`, also what Active Directory calls people. */
export const person = (uid: string, password: string, more: Values = {}, under: string = base): string =>
  entry(`uid=${uid.replace(/[,+"\\<>;=]/g, '\\$&')},${under}`, {
    objectClass: 'inetOrgPerson',
    uid,
    cn: `Name of ${uid}`,
    sn: uid,
    mail: `${uid.replace(/\W/g, '')}@corp.test`,
    userPassword: password,
    ...more,
  });

/** What Active Directory adds, as far as it is asked for. */
const activeDirectory = `
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.2.120 NAME 'uSNChanged' EQUALITY integerMatch ORDERING integerOrderingMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.8 NAME 'userAccountControl' EQUALITY integerMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.27 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'adUser' SUP top AUXILIARY MAY ( objectGUID $ sAMAccountName $ userPrincipalName $ uSNChanged $ userAccountControl ) )
`;

export interface Slapd {
  /** StartTLS, or nothing. */
  port: number;
  /** TLS from the first byte. */
  securePort: number;
  /** PEM; it signed the certificate, which is for 127.0.0.2 and directory.test. */
  authority: string;
  /** For changes while it runs: ldapmodify, ldapadd and ldapdelete, as somebody who may do everything. */
  change(program: 'ldapmodify' | 'ldapadd' | 'ldapdelete', input: string): void;
  stop(): Promise<void>;
}

/** Starts slapd on 127.0.0.2 with these entries, the parents first. */
export async function openSlapd(entries: readonly string[], configuration = ''): Promise<Slapd> {
  const folder = mkdtempSync(join(tmpdir(), 'alcove-slapd-'));
  mkdirSync(join(folder, 'db'));
  const at = (name: string): string => join(folder, name);
  const authority = makeCertificate(at);
  writeFileSync(at('ad.schema'), activeDirectory);
  writeFileSync(
    at('slapd.conf'),
    `${['core', 'cosine', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
include ${at('ad.schema')}
pidfile ${at('slapd.pid')}
TLSCACertificateFile ${at('ca.pem')}
TLSCertificateFile ${at('server.pem')}
TLSCertificateKeyFile ${at('server.key')}
sizelimit size.soft=500 size.hard=500 size.prtotal=unlimited
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
maxsize 268435456
suffix "${base}"
rootdn "cn=admin,${base}"
rootpw admin-secret
directory ${at('db')}
dbnosync
index objectClass,uid,mail,ou,entryUUID,sAMAccountName eq
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
${configuration}
`,
  );
  writeFileSync(at('seed.ldif'), entries.join('\n'));
  const path = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
  const env = { ...process.env, PATH: path, LDAPNOINIT: '1' };
  execFileSync('slapadd', ['-q', '-f', at('slapd.conf'), '-l', at('seed.ldif')], { env, stdio: 'pipe' });
  const [port, securePort] = [await freePort(), await freePort()];
  const urls = `ldap://127.0.0.2:${port}/ ldaps://127.0.0.2:${securePort}/`;
  const child = spawn('slapd', ['-d', '0', '-f', at('slapd.conf'), '-h', urls], { env, stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (!(await answers(securePort))) {
    if (child.exitCode !== null) throw new Error(`slapd ended with ${child.exitCode}`);
    await setTimeout(20);
  }
  return {
    port,
    securePort,
    authority,
    change(program, input) {
      const login = ['-x', '-H', `ldap://127.0.0.2:${port}`, '-D', `cn=admin,${base}`, '-w', 'admin-secret'];
      execFileSync(program, login, { env, input, stdio: ['pipe', 'ignore', 'pipe'] });
    },
    async stop() {
      child.kill();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

function makeCertificate(at: (name: string) => string): string {
  const openssl = (...options: string[]): unknown =>
    execFileSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...options], {
      stdio: 'pipe',
    });
  openssl('-keyout', at('ca.key'), '-out', at('ca.pem'), '-subj', '/CN=Corp CA', '-addext', 'keyUsage=critical,keyCertSign');
  openssl(
    ...['-keyout', at('server.key'), '-out', at('server.pem'), '-subj', '/CN=directory.test', '-CA', at('ca.pem'), '-CAkey', at('ca.key')],
    ...['-addext', 'basicConstraints=critical,CA:FALSE', '-addext', 'subjectAltName=DNS:directory.test,IP:127.0.0.2'],
  );
  return readFileSync(at('ca.pem'), 'utf8');
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.2', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
