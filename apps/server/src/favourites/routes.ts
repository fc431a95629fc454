import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { addFavourites, removeFavourites } from './add-favourites.ts';
import { pageOfFavourites } from './list-favourites.ts';

const { favourite } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(favourite.page, (input, context) => pageOfFavourites(database, input, context)),
  answer(favourite.create, (input, context) => addFavourites(database, input, context)),
  answer(favourite.remove, (input, context) => removeFavourites(database, input, context)),
];
