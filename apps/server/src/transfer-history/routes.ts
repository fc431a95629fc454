import type { Kysely } from 'kysely';
import { calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { answer } from '../http/index.ts';
import type { Binding } from '../http/index.ts';
import { addRecords, clearRecords, pageOfRecords } from './record-queries.ts';

const { transfer } = calls;

export const routes = ({ database }: { database: Kysely<Tables> }): Binding[] => [
  answer(transfer.page, (input, context) => pageOfRecords(database, input, context)),
  answer(transfer.add, (input, context) => addRecords(database, input, context)),
  answer(transfer.clear, (_input, context) => clearRecords(database, context)),
];
