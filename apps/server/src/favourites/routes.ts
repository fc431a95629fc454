import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { collect, uncollect } from './collect.ts';
import { pageOfFavourites } from './list-favourites.ts';

const { favourite } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(favourite.page, (input, context) => pageOfFavourites(database, input, context)),
  answer(favourite.create, (input, context) => collect(database, input, context)),
  answer(favourite.remove, (input, context) => uncollect(database, input, context)),
];
