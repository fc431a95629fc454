import { calls } from '@alcove/contract';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { placeItems } from './place-items.ts';
import type { PlacingDeps } from './place-items.ts';

const { instance } = calls;

export const routes = (deps: PlacingDeps): Binding[] => [
  answer(instance.move, (input, context) => placeItems(deps, 'move', input, context)),
  answer(instance.copy, (input, context) => placeItems(deps, 'copy', input, context)),
];
