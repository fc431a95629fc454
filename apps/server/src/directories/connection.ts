import type { Socket } from 'node:net';
import { UnbindRequest } from 'ldapts';
import { OutgoingError } from '../outgoing/index.ts';
import { readAnswer } from './answers.ts';
import type { Answer, RawEntry, Result } from './answers.ts';
import { mostMessageBytes, openFrames } from './frames.ts';

/** An answer of many messages, which is one page, has at most this many bytes. */
const mostAnswerBytes = 64 * mostMessageBytes;
const mostAnswerMessages = 50_000;
/** A directory that takes longer for one answer does not answer. */
const answerMs = 30_000;

export interface Answered {
  is: Exclude<Answer['is'], 'entry' | 'reference'>;
  result: Result;
  entries: RawEntry[];
}

export interface Connection {
  /** One request at a time. Throws OutgoingError if the answer is not LDAP, too large, too late or to something else. */
  send(request: (messageId: number) => { write(): Buffer }): Promise<Answered>;
  close(): void;
}

/** References to other directories are dropped: they are addresses that nobody judged. */
export function openConnection(socket: Socket): Connection {
  const frames = openFrames();
  // StartTLS had the first number.
  let lastId = 1;
  let waiting: {
    id: number;
    entries: RawEntry[];
    bytes: number;
    messages: number;
    timer: NodeJS.Timeout;
    resolve(answered: Answered): void;
    reject(error: unknown): void;
  } | null = null;

  const end = (error: unknown): void => {
    if (waiting) {
      clearTimeout(waiting.timer);
      waiting.reject(error instanceof OutgoingError ? error : new OutgoingError('the answer is not LDAP', { cause: error }));
    }
    waiting = null;
    socket.destroy();
  };
  const take = (message: Buffer): void => {
    const answer = readAnswer(message);
    // Number 0 is the directory's notice that it ends the connection.
    if (!waiting || answer.id !== waiting.id) throw new OutgoingError('the answer is to nothing that was asked');
    waiting.bytes += message.length;
    waiting.messages += 1;
    if (waiting.bytes > mostAnswerBytes || waiting.messages > mostAnswerMessages) throw new OutgoingError('the answer is too large');
    if (answer.is === 'reference') return;
    if (answer.is === 'entry') return void waiting.entries.push(answer.entry);
    const { entries, timer, resolve } = waiting;
    waiting = null;
    clearTimeout(timer);
    resolve({ is: answer.is, result: answer.result, entries });
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      for (const message of frames.add(chunk)) take(message);
    } catch (error) {
      end(error);
    }
  });
  socket.once('close', () => end(new OutgoingError('the connection was closed')));

  return {
    send(request) {
      if (socket.destroyed || waiting) return Promise.reject(new OutgoingError('the connection is closed or in use'));
      const { promise, resolve, reject } = Promise.withResolvers<Answered>();
      lastId += 1;
      const timer = setTimeout(() => end(new OutgoingError('no answer in time')), answerMs);
      waiting = { id: lastId, entries: [], bytes: 0, messages: 0, timer, resolve, reject };
      socket.write(request(lastId).write());
      return promise;
    },
    close() {
      if (socket.destroyed) return;
      socket.end(new UnbindRequest({ messageId: lastId + 1 }).write());
      socket.destroySoon();
    },
  };
}
