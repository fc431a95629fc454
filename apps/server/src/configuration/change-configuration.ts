import type { Kysely, Transaction } from 'kysely';
import { serviceConfigCodes, serviceConfigOf } from '@alcove/contract';
import type { AnswerOf, ConfigurationItem, RequestOf, ServiceConfigCode, calls } from '@alcove/contract';
import { addBefore, addDetail } from '../audit/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { newId } from '../ids.ts';
import { publish } from '../live-updates/index.ts';
import { lookAnew } from '../outbound/index.ts';
import { administer } from '../roles/index.ts';
import { allowedValues } from './allowed-values.ts';
import { changesOf, findChange, latestChanges, readSettings, writeSetting } from './configuration-queries.ts';
import type { ChangeRow } from './configuration-queries.ts';
import { faultOfValue } from './value-fault.ts';

export interface ConfigurationDeps {
  database: Kysely<Tables>;
}

type Calls = typeof calls.adminConfiguration;
const codes = Object.keys(serviceConfigCodes) as ServiceConfigCode[];

const shown = ({ changeId, time, userId, name }: ChangeRow) => ({ changeId, time: time.toISOString(), userId, name });

/** Every code, in the order of the contract, whether it has a row or not. */
export async function listConfiguration(database: Kysely<Tables>): Promise<ConfigurationItem[]> {
  const [rows, changes] = await Promise.all([readSettings(database), latestChanges(database)]);
  const { config } = serviceConfigOf(rows);
  const { config: defaults } = serviceConfigOf([]);
  const notes = new Map(rows.map((row) => [row.code, row.note]));
  return codes.map((code) => {
    const change = changes.get(code);
    return {
      code,
      value: config[code],
      default: defaults[code],
      allowed: allowedValues(code),
      isDefault: !notes.has(code),
      note: notes.get(code) ?? '',
      change: change ? shown(change) : null,
    };
  });
}

async function itemOf(database: Kysely<Tables>, code: ServiceConfigCode): Promise<ConfigurationItem> {
  return (await listConfiguration(database)).find((item) => item.code === code)!;
}

/** Makes the change, and leaves the values before and after it in the log. */
async function logged(
  transaction: Transaction<Tables>,
  code: ServiceConfigCode,
  change: () => Promise<unknown>,
): Promise<ConfigurationItem> {
  addBefore(code, { value: (await itemOf(transaction, code)).value });
  await change();
  if (code === 'contentRules') await lookAnew(transaction);
  // Open pages show it at once; other settings wait for their next question.
  if (code === 'announcement') await publish(transaction, [{ toAll: true, event: 'announcementChanged' }]);
  const item = await itemOf(transaction, code);
  addDetail({ value: item.value });
  return item;
}

/** Throws what `faultOfValue` finds; CONFIGURATION_CHANGED if there is a later change than the one that the caller has seen. */
export async function updateSetting(
  database: Kysely<Tables>,
  { code, value, note, seen }: RequestOf<Calls['update']>,
  caller: Caller,
): Promise<ConfigurationItem> {
  const fault = value === undefined ? null : faultOfValue(code, value);
  if (fault) throw fault;
  const after = value === undefined ? null : { value: serviceConfigCodes[code].parse(value) };
  return administer(database, caller, 'configuration.edit', async (transaction) => {
    const latest = (await latestChanges(transaction)).get(code)?.changeId ?? null;
    if (seen !== undefined && seen !== latest) throw new Failure('CONFIGURATION_CHANGED');
    return logged(transaction, code, () => writeSetting(transaction, { changeId: newId(), code, userId: caller.userId, after, note }));
  });
}

export async function historyOf(
  database: Kysely<Tables>,
  { code, page, pageSize }: RequestOf<Calls['history']>,
): Promise<AnswerOf<Calls['history']>> {
  const { total, rows } = await changesOf(database, code, { offset: (page - 1) * pageSize, limit: pageSize });
  return { total, page, pageSize, items: rows.map((row) => ({ ...shown(row), before: row.before, after: row.after, note: row.note })) };
}

/** A value that this release no longer accepts is refused. Throws CONFIGURATION_CHANGE_NOT_FOUND, CONFIGURATION_VALUE_OLD. */
export async function revertSetting(
  database: Kysely<Tables>,
  { code, changeId, note }: RequestOf<Calls['revert']>,
  caller: Caller,
): Promise<ConfigurationItem> {
  return administer(database, caller, 'configuration.edit', async (transaction) => {
    const change = await findChange(transaction, code, changeId);
    if (!change) throw new Failure('CONFIGURATION_CHANGE_NOT_FOUND', { field: 'changeId' });
    const { before: after } = change;
    if (after && faultOfValue(code, after.value)) throw new Failure('CONFIGURATION_VALUE_OLD', { field: 'changeId' });
    return logged(transaction, code, () => writeSetting(transaction, { changeId: newId(), code, userId: caller.userId, after, note }));
  });
}
