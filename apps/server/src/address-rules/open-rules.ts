import type { Kysely } from 'kysely';
import type { Signals, Tables } from '../database/index.ts';
import type { AddressUse } from '../http/index.ts';
import { findKeys, findRules } from './rule-queries.ts';
import { compile, refusing } from './rule-set.ts';
import type { ObjectKey, Rule, RuleSet } from './rule-set.ts';

export interface AddressRules {
  /** Whether somebody may do this from the address. Almost always known without a query. */
  letsIn(address: string, use: AddressUse): boolean | Promise<boolean>;
  /** Looks at many people with few queries. */
  letsAllIn(all: readonly { address: string; use: AddressUse }[]): Promise<boolean[]>;
  /** What is known is read again. */
  forget(): void;
  /** The listener is called when rules changed, or to whom they apply. */
  whenChanged(listener: () => void): void;
}

/** The rules are read again after this time, in case a signal was lost on a connection that is dead without us knowing. */
const rememberedMs = 15_000;
/** While signals cannot be received. */
const unheardMs = 500;
const mostPeople = 20_000;
const peopleAtOnce = 500;

interface Known {
  rules: RuleSet;
  /** The rules of roles, departments and people. */
  personal: readonly Rule[];
  /** Whom of those who were asked about the personal rules apply to. */
  people: Map<string, readonly ObjectKey[]>;
  until: number;
}

/**
 * The rules as this process knows them. The database tells every process of a change, and what was on its way when a signal came is not kept. A database that
 * does not answer lets nobody in: the error is passed on.
 */
export function openAddressRules(database: Kysely<Tables>, signals: Signals): AddressRules {
  let known: Known | null = null;
  let reading: Promise<Known> | null = null;
  let changes = 0;
  const listeners: (() => void)[] = [];

  const forget = (): void => {
    changes += 1;
    known = null;
    reading = null;
  };
  for (const channel of ['alcove_allowlist', 'alcove_roles'] as const)
    signals.hear(channel, () => {
      forget();
      for (const listener of listeners) listener();
    });
  signals.whenLost(forget);

  async function read(): Promise<Known> {
    const before = changes;
    const heard = signals.isHeard();
    const found = await findRules(database);
    const until = performance.now() + (heard && signals.isHeard() ? rememberedMs : unheardMs);
    const personal = found.rules.filter(({ objectId }) => objectId !== null);
    const read: Known = { rules: await compile(found), personal, people: new Map(), until };
    if (changes === before) known = read;
    return read;
  }
  const current = (): Known | Promise<Known> => {
    if (known && known.until > performance.now()) return known;
    reading ??= read().finally(() => (reading = null));
    return reading;
  };

  async function learn({ people, personal }: Known, userIds: readonly string[]): Promise<void> {
    const unknown = [...new Set(userIds)].filter((userId) => !people.has(userId));
    for (let at = 0; at < unknown.length; at += peopleAtOnce) {
      const asked = unknown.slice(at, at + peopleAtOnce);
      const found = await findKeys(database, asked, personal);
      if (people.size > mostPeople) people.clear();
      for (const userId of asked) people.set(userId, found.get(userId) ?? []);
    }
  }

  /** Null if it must be asked first which rules apply to the person. */
  function judge({ rules, personal, people }: Known, address: string, { area, userId }: AddressUse): boolean | null {
    if (rules.restricted.size === 0) return true;
    const own = userId === null || personal.length === 0 ? [] : people.get(userId);
    if (!own) return null;
    return refusing(rules, address, ['everybody', ...(area === null ? [] : [area]), ...own]).length === 0;
  }

  async function ask(address: string, use: AddressUse): Promise<boolean> {
    const now = await current();
    const judged = judge(now, address, use);
    if (judged !== null) return judged;
    await learn(now, [use.userId!]);
    return judge(now, address, use) ?? ask(address, use);
  }

  return {
    letsIn(address, use) {
      const now = current();
      const judged = now instanceof Promise ? null : judge(now, address, use);
      return judged ?? ask(address, use);
    },
    async letsAllIn(all) {
      const now = await current();
      if (now.personal.length > 0)
        await learn(
          now,
          all.flatMap(({ use }) => use.userId ?? []),
        );
      return Promise.all(all.map(({ address, use }) => judge(now, address, use) ?? ask(address, use)));
    },
    forget,
    whenChanged: (listener) => void listeners.push(listener),
  };
}
