import { isIP } from 'node:net';

export interface DirectoryAddress {
  /** TLS from the first byte. */
  secure: boolean;
  host: string;
  port: number;
}

/** `ldaps://host[:port]` or `ldap://host[:port]`; null if the text is anything else. The base is a field of its own. */
export function directoryAddress(text: string): DirectoryAddress | null {
  const url = URL.parse(text);
  const isPlain = url && /^\/?$/.test(url.pathname) && url.username === '' && url.password === '' && !/[?#\s\p{C}]/u.test(text);
  if (!isPlain || !/^ldaps?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isIP(host) !== 6 && !/^[a-z\d](?:[a-z\d_.-]{0,251}[a-z\d])?$/.test(host)) return null;
  const secure = url.protocol === 'ldaps:';
  const port = url.port === '' ? (secure ? 636 : 389) : Number(url.port);
  return port > 0 ? { secure, host, port } : null;
}
