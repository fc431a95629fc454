/** The prober's thread. It sends requests by its own clock, so a late answer does not delay the next request. */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import type { Probe } from './healthz-prober.ts';

const { port, processId, everyMs } = workerData as { port: number; processId: number; everyMs: number };
const question = 'GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n';
/** The most pending requests at a time. They are enough to judge a server that does not answer for longer. */
const mostOpen = 400;

/**
 * The milliseconds since a thread began in which it ran, and in which it was ready but others ran. Undefined if the system does not count
 * them.
 */
function timesOf(thread: string): { ran: number; waited: number } {
  try {
    const [ran = 0, waited = 0] = readFileSync(`${thread}/schedstat`, 'utf8').split(' ').map(Number);
    return { ran: ran / 1e6, waited: waited / 1e6 };
  } catch {
    return { ran: 0, waited: 0 };
  }
}
const times = () => ({ server: timesOf(`/proc/${processId}/task/${processId}`), here: timesOf('/proc/thread-self') });
const now = (): number => performance.timeOrigin + performance.now();

let probes: Probe[] = [];
const idle: Socket[] = [];
let open = 0;

function opened(): Socket {
  open += 1;
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  socket
    .on('error', () => {})
    .on('close', () => {
      open -= 1;
      const at = idle.indexOf(socket);
      if (at >= 0) idle.splice(at, 1);
    });
  return socket;
}

function ask(answered?: () => void): void {
  const socket = idle.pop() ?? (open < mostOpen || answered ? opened() : null);
  if (!socket) return;
  const [sentAt, before] = [now(), times()];
  let answer = '';
  const hear = (chunk: Buffer): void => {
    answer += chunk.toString('latin1');
    if (!answer.endsWith('}')) return;
    const answeredAt = now();
    const tookMs = answeredAt - sentAt;
    probes.push({ sentAt, answeredAt, tookMs, heldMs: heldOf(tookMs, before, times()) });
    socket.off('data', hear);
    idle.push(socket);
    answered?.();
  };
  socket.on('data', hear).write(question);
}

/**
 * The processor time that the server's loop used meanwhile. Time in which others ran in its place, or in place of this thread, does not
 * count.
 */
function heldOf(tookMs: number, before: ReturnType<typeof times>, after: ReturnType<typeof times>): number {
  const ours = Math.max(0, tookMs - (after.here.waited - before.here.waited));
  const worked = after.server.ran - before.server.ran;
  const without = ours - (after.server.waited - before.server.waited);
  return Math.min(ours, Math.max(worked, without));
}

setInterval(() => ask(), everyMs);
// Whatever holds the loop at this moment belongs to this measurement, so one more request is answered first.
parentPort!.on('message', () =>
  ask(() => {
    parentPort!.postMessage(probes);
    probes = [];
  }),
);
