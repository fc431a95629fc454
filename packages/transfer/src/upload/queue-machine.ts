import { limits } from '@alcove/contract';
import type { Instance } from '@alcove/contract';
import { newItem, transition } from './item-machine.ts';
import type { ItemCommand, ItemEvent, ItemState } from './item-machine.ts';

export interface QueueItem {
  readonly id: string;
  readonly state: ItemState;
  /** Small files run a few at once, also beside a large one. */
  readonly small?: boolean;
}
/** `items` are in the order in which they were added, without finished and removed ones. */
export interface QueueState {
  readonly items: readonly QueueItem[];
  readonly online: boolean;
}
export const emptyQueue: QueueState = { items: [], online: true };

export type QueueEvent =
  | { type: 'added'; ids: readonly string[]; small?: ReadonlySet<string> }
  | { type: 'start' | 'pause' | 'resume' | 'remove'; id: string }
  /** All of them, when `ids` is omitted. */
  | { type: 'pauseAll' | 'resumeAll' | 'removeAll'; ids?: readonly string[] | undefined }
  | { type: 'online' | 'offline' | 'userChanged' }
  /** An event from the runner. */
  | { type: 'item'; id: string; event: ItemEvent };

export interface QueueCommand {
  id: string;
  command: ItemCommand;
}
/** What a person is notified of once. The texts are the application's. */
export type QueueNotice =
  | { notice: 'alreadyUploading'; id: string }
  | { notice: 'networkFault' | 'networkConnected' | 'networkDisconnected' }
  | { notice: 'finished'; id: string; instance: Instance }
  | { notice: 'failed'; id: string };

export interface QueueStep {
  state: QueueState;
  commands: QueueCommand[];
  notices: QueueNotice[];
}

/** Whether an item occupies a slot. A merge does not: the store is busy then, not this machine. */
export const holdsSlot = (state: ItemState): state is Extract<ItemState, { status: 'checking' | 'uploading' }> =>
  state.status === 'checking' || state.status === 'uploading';
const runs = (state: ItemState): boolean => holdsSlot(state) || state.status === 'merging';
const stands = (state: ItemState): boolean => state.status === 'pause' || state.status === 'error' || state.status === 'onTimeout';

/** How many more may run: one at a time, and beside it the small ones, which would otherwise wait for it all day. */
function roomIn(items: readonly QueueItem[]): { large: number; small: number } {
  const room = { large: 1, small: limits.smallFilesAtOnce };
  for (const { state, small } of items) if (holdsSlot(state)) room[small ? 'small' : 'large'] -= 1;
  return room;
}
const hasRoomFor = (items: readonly QueueItem[], item: QueueItem | undefined): boolean =>
  item !== undefined && roomIn(items)[item.small ? 'small' : 'large'] > 0;

/** Pure. Handles every event of the list, and then starts the items that can run. */
export function advance(before: QueueState, event: QueueEvent): QueueStep {
  const items = [...before.items];
  let online = before.online;
  const commands: QueueCommand[] = [];
  const notices: QueueNotice[] = [];

  const put = (index: number, itemEvent: ItemEvent): void => {
    const item = items[index];
    if (!item) return;
    const step = transition(item.state, itemEvent);
    if (step.state === item.state) return;
    items[index] = { ...item, state: step.state };
    for (const command of step.commands) commands.push({ id: item.id, command });
    if (step.state.status === 'success') notices.push({ notice: 'finished', id: item.id, instance: step.state.instance });
    if ((step.state.status === 'error' || step.state.status === 'onTimeout') && step.state.status !== item.state.status)
      notices.push({ notice: 'failed', id: item.id });
  };
  const indexOf = (id: string): number => items.findIndex((item) => item.id === id);
  const chosen = (ids: readonly string[] | undefined): number[] => {
    const wanted = ids && new Set(ids);
    return items.flatMap((item, index) => (!wanted || wanted.has(item.id) ? [index] : []));
  };
  /** A resumed item waits its turn if another is running. */
  const resume = (index: number): void => put(index, { type: hasRoomFor(items, items[index]) ? 'resumed' : 'requeued' });

  switch (event.type) {
    case 'added': {
      const known = new Set(items.map((item) => item.id));
      for (const id of event.ids)
        if (!known.has(id)) items.push(event.small?.has(id) ? { id, state: newItem, small: true } : { id, state: newItem });
      if (!online && event.ids.length > 0) notices.push({ notice: 'networkFault' });
      break;
    }
    case 'start':
    case 'resume': {
      const index = indexOf(event.id);
      const state = items[index]?.state;
      if (!state) break;
      if (runs(state)) notices.push({ notice: 'alreadyUploading', id: event.id });
      else if (!online) notices.push({ notice: 'networkFault' });
      else if (stands(state)) resume(index);
      else if (hasRoomFor(items, items[index])) put(index, { type: 'started' });
      break;
    }
    case 'pause':
      put(indexOf(event.id), { type: 'paused', because: 'user' });
      break;
    case 'remove':
      put(indexOf(event.id), { type: 'removed' });
      break;
    case 'pauseAll':
      for (const index of chosen(event.ids)) put(index, { type: 'paused', because: 'user' });
      break;
    case 'resumeAll':
      if (online) for (const index of chosen(event.ids)) resume(index);
      else notices.push({ notice: 'networkFault' });
      break;
    case 'removeAll':
      for (const index of chosen(event.ids)) put(index, { type: 'removed' });
      break;
    case 'offline':
      if (!online) break;
      online = false;
      items.forEach((item, index) => runs(item.state) && put(index, { type: 'paused', because: 'offline' }));
      notices.push({ notice: 'networkDisconnected' });
      break;
    case 'online':
      if (online) break;
      online = true;
      items.forEach((item, index) => item.state.status === 'pause' && item.state.because === 'offline' && resume(index));
      notices.push({ notice: 'networkConnected' });
      break;
    case 'userChanged':
      // The next person must neither see nor abort the uploads of the previous one, so they only stop.
      for (const index of chosen(undefined)) put(index, { type: 'dropped' });
      break;
    case 'item':
      put(indexOf(event.id), event.event);
      break;
    default:
      return event satisfies never;
  }

  const live = items.filter((item) => item.state.status !== 'success' && item.state.status !== 'deleted');
  const room = roomIn(live);
  for (const [index, item] of online ? live.entries() : []) {
    if (item.state.status !== 'ready' || room[item.small ? 'small' : 'large'] <= 0) continue;
    room[item.small ? 'small' : 'large'] -= 1;
    const step = transition(item.state, { type: 'started' });
    live[index] = { ...item, state: step.state };
    for (const command of step.commands) commands.push({ id: item.id, command });
  }
  return { state: { items: live, online }, commands, notices };
}
