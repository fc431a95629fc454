/** Statements on the devices in which people signed in. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { DeviceAnswered } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

type DeviceState = Tables['known_device']['state'];

export interface UsedDevice {
  deviceId: string;
  state: DeviceState;
  /** It is in this state from now on. */
  fresh: boolean;
}

export interface DeviceUse {
  userId: string;
  name: string;
  /** What the device is if nobody of this account was here before, and if they said that it is not theirs. */
  ifUnknown: DeviceState;
  ifRefused: DeviceState;
  /** The device in which this sign-in was confirmed. */
  openedBy: string | null;
}

/** The person signs in on the device. Of two sign-ins at once, one finds it fresh. */
export async function putDevice(
  transaction: Transaction<Tables>,
  { userId, name, ifUnknown, ifRefused, openedBy }: DeviceUse,
): Promise<UsedDevice> {
  const { rows } = await sql<UsedDevice>`
    insert into known_device as d (id, user_id, name, state, opened_by) values (${newId()}, ${userId}, ${name}, ${ifUnknown}, ${openedBy})
    on conflict (user_id, name) do update set used_at = now(),
      state = case d.state when 'refused' then ${ifRefused} else d.state end,
      opened_by = case d.state when 'refused' then excluded.opened_by else d.opened_by end,
      since = case d.state when 'refused' then now() else d.since end
    returning d.id as "deviceId", d.state, d.since = now() as fresh`.execute(transaction);
  return rows[0]!;
}

/** The state of a device of the person; null if they were never there. */
export async function findDeviceState(database: Kysely<Tables>, userId: string, name: string): Promise<DeviceState | null> {
  const row = await database
    .selectFrom('known_device')
    .select('state')
    .where('user_id', '=', userId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** Keeps the devices that were used last, known ones first. A device that is forgotten ends its sessions. */
export async function forgetDevicesBeyond(transaction: Transaction<Tables>, userId: string, most: number): Promise<void> {
  await sql`
    delete from known_device where id in (
      select id from known_device where user_id = ${userId} order by state = 'known' desc, used_at desc, id desc offset ${most})`.execute(
    transaction,
  );
}

export async function forgetUnusedDevices(database: Kysely<Tables>, days: number): Promise<void> {
  await sql`delete from known_device where used_at < now() - ${days} * interval '1 day'`.execute(database);
}

/** Whether the person has signed in at any time. */
export async function hasSignedIn(database: Kysely<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql`select from last_seen where user_id = ${userId} and seen_at is not null`.execute(database);
  return rows.length > 0;
}

export interface Vouching {
  deviceId: string | null;
  /** Its device is not one that waits for an answer. */
  vouches: boolean;
}

/** Over the table `d`: a device that waits for an answer, and not for long. */
const isNew = (newForDays: number) =>
  sql`(d.state = 'refused' or d.state = 'asked' and d.since > now() - ${newForDays} * interval '1 day')`;

/** The device of an open session, and whether the person's word counts there. A session from before devices were kept has none. */
export async function findVouching(database: Kysely<Tables>, sessionId: string, newForDays: number): Promise<Vouching> {
  const { rows } = await sql<Vouching>`
    select s.device_id as "deviceId", not coalesce(${isNew(newForDays)}, false) as vouches
    from session s left join known_device d on d.id = s.device_id where s.id = ${sessionId}`.execute(database);
  return rows[0] ?? { deviceId: null, vouches: false };
}

/** The session in which a code was confirmed. */
export async function findConfirmer(database: Kysely<Tables>, qrId: string): Promise<string | null> {
  const row = await database.selectFrom('qr_sign_in').select('session_id').where('id', '=', qrId).executeTakeFirst();
  return row?.session_id ?? null;
}

/** Locks the account, so that no sign-in is under way. Returns the state of the device; null if it is not one of the person's. */
export async function lockDevice(transaction: Transaction<Tables>, userId: string, deviceId: string): Promise<DeviceState | null> {
  await sql`select from user_account where id = ${userId} for update`.execute(transaction);
  const row = await transaction
    .selectFrom('known_device')
    .select('state')
    .where('id', '=', deviceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.state ?? null;
}

export async function setKnown(transaction: Transaction<Tables>, deviceId: string): Promise<void> {
  await transaction.updateTable('known_device').set({ state: 'known' }).where('id', '=', deviceId).execute();
}

/** Refuses the device and those on which it opened sessions, and theirs. Returns their ids. */
export async function refuseDevices(transaction: Transaction<Tables>, deviceId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive opened (id) as (
      select ${deviceId}::uuid union select d.id from known_device d join opened o on d.opened_by = o.id
    ) update known_device d set state = 'refused' from opened o where d.id = o.id returning d.id`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Ends the sessions on these devices. Returns how many there were. */
export async function endSessionsOn(transaction: Transaction<Tables>, deviceIds: readonly string[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from session where device_id = any(${deviceIds}::uuid[])`.execute(transaction);
  return Number(numAffectedRows);
}

/** Removes the second factors that were added on these devices, and the recovery codes with the last factor. Returns them. */
export async function deleteFactorsOf(
  transaction: Transaction<Tables>,
  userId: string,
  deviceIds: readonly string[],
): Promise<DeviceAnswered['removed']> {
  const added = sql`user_id = ${userId} and added_on = any(${deviceIds}::uuid[])`;
  const { rows: apps } = await sql`delete from totp_factor where ${added} returning user_id`.execute(transaction);
  const { rows: keys } = await sql<{ name: string }>`delete from passkey where ${added} returning name`.execute(transaction);
  const { rows: codes } = await sql`
    delete from recovery_code where ${added} or user_id = ${userId} and not exists (select from totp_factor where user_id = ${userId})
      and not exists (select from passkey where user_id = ${userId}) returning user_id`.execute(transaction);
  return [
    ...apps.map(() => ({ factor: 'totp' as const, name: '' })),
    ...keys.map(({ name }) => ({ factor: 'passkey' as const, name })),
    ...codes.slice(0, 1).map(() => ({ factor: 'recoveryCode' as const, name: '' })),
  ];
}

/** Where there is a password, the person must choose another, and until then it opens nothing where they were not before. */
export async function doubtPassword(transaction: Transaction<Tables>, userId: string): Promise<void> {
  await transaction
    .updateTable('user_account')
    .set({ must_change_password: true, password_doubted: true })
    .where('id', '=', userId)
    .where('password_hash', 'is not', null)
    .execute();
}
