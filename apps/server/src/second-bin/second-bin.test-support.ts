/** A company whose administrator looks into the second bin. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { calls } from '@alcove/contract';
import type { SecondBinItem } from '@alcove/contract';
import { checkData } from '../integrity-check/index.ts';
import { signInAdmin } from '../repeats/changes.test-support.ts';
import { openCompany } from '../testing/index.ts';
import type { Client, Company, Person } from '../testing/index.ts';
import { emptySecondBin } from './remove-for-good.ts';

const { adminRecycle, instance, recycle } = calls;

export class SecondBin {
  readonly company: Company;
  readonly admin: Client;

  private constructor(company: Company, admin: Client) {
    this.company = company;
    this.admin = admin;
  }

  static async open(): Promise<SecondBin> {
    const company = await openCompany();
    return new SecondBin(company, await signInAdmin(company));
  }

  find = async (keyword: string): Promise<SecondBinItem[]> => (await this.admin.call(adminRecycle.page, { keyword, pageSize: 100 })).items;

  one = async (keyword: string): Promise<SecondBinItem> => {
    const [item, ...more] = await this.find(keyword);
    assert.ok(item && more.length === 0, keyword);
    return item;
  };

  /** Deletes items and removes them from their bin, and waits until the server's job has released their quota. */
  discards = async (person: Person, ...instanceIds: string[]): Promise<string[]> => {
    await person.call(instance.remove, { instanceIds });
    const { rows } = await sql<{ id: string }>`
      select id from recycle where instance_id = any(${instanceIds}::uuid[]) order by array_position(${instanceIds}::uuid[], instance_id)`.execute(
      this.company.database,
    );
    const recycleIds = rows.map(({ id }) => id);
    await person.call(recycle.remove, { recycleIds });
    for (;;) {
      const { rows: counted } = await sql`select from recycle where bin = 2 and bytes is null limit 1`.execute(this.company.database);
      if (counted.length === 0) return recycleIds;
      await sleep(20);
    }
  };

  restore = async (recycleIds: string[], targetParentId?: string): Promise<(number | 'done')[]> =>
    (await this.admin.call(adminRecycle.restore, { recycleIds, ...(targetParentId && { targetParentId }) })).map((outcome) =>
      outcome.done ? 'done' : outcome.errcode,
    );

  /** The time of what was marked is over. */
  due = (recycleIds: string[]) =>
    sql`update recycle set going_at = now() - interval '1 second' where id = any(${recycleIds}::uuid[]) and bin = 2 and going_at is not null`.execute(
      this.company.database,
    );

  /** One step of the job that deletes for good. */
  empties = (rows?: number): Promise<number> =>
    emptySecondBin(
      { database: this.company.database, logger: this.company.logger, serviceConfig: this.company.alcove.serviceConfig },
      rows,
    );

  isConsistent = async (): Promise<void> => assert.deepEqual(await checkData(this.company.database), []);
}

export const usedBy = async (person: Person): Promise<number> => (await person.call(calls.user.queryUserCapacity, {})).usedSelfCapacity;
