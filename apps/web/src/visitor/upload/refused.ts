import { createStore } from '../../ui/store.ts';

/** A file that was chosen and never begun, because it is too large. */
export interface Refused {
  id: number;
  name: string;
  size: number;
  /** The size of the largest file that could have come. */
  most: number;
}

let lastId = 0;
export const refused = createStore<readonly Refused[]>([]);

export function refuse(files: readonly Omit<Refused, 'id'>[]): void {
  if (files.length > 0) refused.set([...refused.read(), ...files.map((file) => ({ ...file, id: ++lastId }))]);
}
export const dismiss = (id: number): void => refused.set(refused.read().filter((one) => one.id !== id));
