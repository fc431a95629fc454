import { accountNameFault, deviceOf } from '@alcove/contract';
import type { Call } from '@alcove/contract';
import type { SystemAction } from '@alcove/contract/action-names';
import type { CallContext, Caller } from '../http/index.ts';
import type { Facts } from './entry.ts';

/** The browser and the system, such as `Chrome 131, Windows`. A client that says its name is called that. Null if nothing is known. */
export function deviceNamed(agent: string): string | null {
  const { browser, system } = deviceOf(agent);
  if (agent.startsWith('Alcove ')) return agent.slice(0, 100);
  return [browser, system].filter((part) => part !== null).join(', ') || null;
}

/** The name somebody tried to sign in with. What cannot be one is left out: people type their password there by mistake. */
function nameTried(fields: unknown): string | null {
  const { username } = (fields ?? {}) as { username?: unknown };
  const name = typeof username === 'string' ? username.trim() : '';
  return accountNameFault(name) === null ? name : null;
}

/** A visitor is named if they are a colleague who is signed in. */
function actorOf(caller: Caller | null, fields: unknown): Pick<Facts, 'actorKind' | 'personId' | 'actorName'> {
  if (!caller) return { actorKind: 'unknown', personId: null, actorName: nameTried(fields) };
  if (!caller.visitor) return { actorKind: 'person', personId: caller.userId, actorName: caller.accountName };
  const { person } = caller.visitor;
  return { actorKind: 'visitor', personId: person?.userId ?? null, actorName: person?.accountName ?? null };
}

export function factsOf({ name, log, changes }: Call, fields: unknown, { caller, ip, agent, traceId }: CallContext): Facts {
  return {
    deed: log === 'none' ? (changes === 'nothing' ? 'read' : 'change') : log.deed,
    action: name,
    ...actorOf(caller, fields),
    address: ip,
    device: deviceNamed(agent),
    agent: agent === '' ? null : agent,
    traceId,
  };
}

const notOfRequest = { deed: 'change', actorName: null, address: null, device: null, agent: null, traceId: null } as const;

export const factsOfSystem = (action: SystemAction): Facts => ({ ...notOfRequest, action, actorKind: 'system', personId: null });

/** A task that a person asked for, whose request has its own entry. */
export const factsOfTask = (call: Call, personId: string): Facts => ({ ...notOfRequest, action: call.name, actorKind: 'person', personId });
