import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import type { Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { ExtendedRequest } from 'ldapts';
import { OutgoingError } from '../outgoing/index.ts';
import type { Outgoing } from '../outgoing/index.ts';
import { readAnswer } from './answers.ts';
import { directoryAddress } from './directory-address.ts';
import { openFrames } from './frames.ts';

/** How a directory is reached. */
export interface DirectoryPlace {
  url: string;
  /** `ldap://` changes to TLS before anything is said. Without it, the operator must have accepted calls without TLS. */
  startTls: boolean;
  /** The certificate authority of the company (PEM), instead of the public ones. */
  authority: string | null;
}

/** Connects to the judged addresses of a directory, with a verified certificate. Ends with the signal. Throws OutgoingError. */
export async function connect(outgoing: Outgoing, { url, startTls, authority }: DirectoryPlace, signal: AbortSignal): Promise<Socket> {
  const address = directoryAddress(url);
  if (!address || (!address.secure && !startTls && !outgoing.withoutTls)) throw new OutgoingError('the address may not be called');
  const { host, port, secure } = address;
  const lookup = await outgoing.lookupFor(host, port);
  let socket = closing(connectPlain({ host, port, lookup }), signal);
  try {
    await once(socket, 'connect', { signal });
    if (secure || startTls) {
      if (!secure) await askForTls(socket, signal);
      const name = isIP(host) ? { host } : { host, servername: host };
      socket = closing(connectSecure({ socket, ...name, minVersion: 'TLSv1.2', ...(authority !== null && { ca: authority }) }), signal);
      await once(socket, 'secureConnect', { signal });
    }
    return socket;
  } catch (error) {
    socket.destroy();
    throw error instanceof OutgoingError ? error : new OutgoingError((error as Error).message, { cause: error });
  }
}

/** Ends with the signal. Whoever uses it learns of an error because it closes. */
function closing<S extends Socket>(socket: S, signal: AbortSignal): S {
  const end = (): unknown => socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  socket.on('error', () => undefined).once('close', () => signal.removeEventListener('abort', end));
  if (signal.aborted) end();
  return socket;
}

const startTlsName = '1.3.6.1.4.1.1466.20037';

/**
 * StartTLS (RFC 4511, section 4.14). A directory that refuses, or somebody between us who does, ends the connection: nothing is said without
 * TLS. What came in the clear after the answer is refused, because it would count as said within TLS. Throws OutgoingError.
 */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  const frames = openFrames();
  socket.write(new ExtendedRequest({ messageId: 1, oid: startTlsName }).write());
  for (;;) {
    const [chunk] = (await Promise.race([once(socket, 'data', { signal }), once(socket, 'close', { signal })])) as [Buffer | boolean];
    if (!Buffer.isBuffer(chunk)) throw new OutgoingError('the connection was closed');
    socket.pause();
    const [message, ...more] = frames.add(chunk);
    if (message) {
      const answer = readAnswer(message);
      const isReady = answer.is === 'extended' && answer.id === 1 && answer.result.code === 0;
      if (!isReady || more.length > 0 || frames.isOpen()) throw new OutgoingError('the directory does not change to TLS');
      return;
    }
    socket.resume();
  }
}
