/**
 * Questions that several requests ask in the same turn of the event loop, as one statement. To begin and to end a statement costs PostgreSQL
 * more than to find the few rows of one answer.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { sql } from 'kysely';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';
import { sharedClient } from './unit-of-work.ts';

/** So many statements of one question run at the same time. What is asked meanwhile waits, and goes together with the next one. */
const mostUnderWay = 2;
/** A larger answer would hold the event loop too long. */
const mostTogether = 100;

type ColumnType = 'uuid' | 'integer' | 'bigint' | 'text';
type Asked<Name extends string> = Record<Name, string | number | readonly string[] | null>;

/** Asks on its own inside a transaction, which has its own view of the data; otherwise together with others. */
export type Question<Name extends string, Answer> = (database: Kysely<Tables>, asked: Asked<Name>) => Promise<Answer[]>;
/** The rows of one asker, who is found in these columns. */
type QueryOf<Name extends string, Answer> = (asked: Record<Name, RawBuilder<string>>) => RawBuilder<Answer>;

/**
 * Makes a question out of a query for the rows of one asker. Declare it once, not per request.
 * Nothing is remembered: a statement begins after everybody asked whom it answers, so that it sees what was committed before.
 */
export function askedTogether<Name extends string, Answer extends object>(
  columns: Record<Name, ColumnType>,
  query: QueryOf<Name, Answer>,
): Question<Name, Answer> {
  const statement = statementOf(columns, query);
  const lines = new WeakMap<Kysely<Tables>, Line<Asked<Name>, Answer>>();
  return async (database, asked) => {
    if (database.isTransaction || sharedClient()) return (await statement(database, [asked]))[0]!;
    let line = lines.get(database);
    if (!line) lines.set(database, (line = new Line((together) => statement(database, together))));
    return line.ask(asked);
  };
}

/**
 * The same for large answers: each is a statement of its own, so that no other answer waits for it. Its text is made once, not for each
 * request. Here a column may be a list.
 */
export function askedAlone<Name extends string, Answer extends object>(
  columns: Record<Name, ColumnType | 'uuid[]'>,
  query: QueryOf<Name, Answer>,
): Question<Name, Answer> {
  const statement = statementOf(columns, query);
  return async (database, asked) => (await statement(database, [asked]))[0]!;
}

/** A row of an answer, and whose it is: the place of its asker, from 1. */
type Row = { asked_at: number } & Record<string, unknown>;

/** The answers are in the order of what is asked. */
type Statement<Name extends string, Answer> = (database: Kysely<Tables>, asked: readonly Asked<Name>[]) => Promise<Answer[][]>;

function statementOf<Name extends string, Answer extends object>(
  columns: Record<Name, ColumnType | 'uuid[]'>,
  query: QueryOf<Name, Answer>,
): Statement<Name, Answer> {
  const names = Object.keys(columns) as Name[];
  const asked = Object.fromEntries(names.map((name) => [name, sql.ref(`asked.${name}`)])) as Record<Name, RawBuilder<string>>;
  const as = sql`as asked (${sql.join([...names, 'at'].map((name) => sql.ref(name)))})`;
  const lists = sql.join(names.map((name) => sql`${null}::${sql.raw(columns[name])}[]`));
  const values = sql.join(names.map((name) => sql`${null}::${sql.raw(columns[name])}`));
  const answering = (from: RawBuilder<unknown>) =>
    sql<Row>`select asked.at as asked_at, answer.* from ${from} ${as} cross join lateral (${query(asked)}) as answer`;
  // Whoever asks alone is spared the list.
  const [many, one] = [answering(sql`unnest(${lists}) with ordinality`), answering(sql`(select ${values}, 1)`)];
  type Compiled = Partial<Record<'many' | 'one', CompiledQuery<Row>>>;
  const made = new WeakMap<Kysely<Tables>, Compiled>();
  let last: Compiled | undefined;
  const compiledFor = (database: Kysely<Tables>, which: 'many' | 'one'): CompiledQuery<Row> => {
    // A transaction is used once.
    const known = made.get(database) ?? (database.isTransaction ? last : undefined);
    last = known ?? {};
    if (!known) made.set(database, last);
    return (last[which] ??= (which === 'many' ? many : one).compile(database));
  };
  return async (database, of) => {
    const [first, ...others] = of;
    const isOne = first !== undefined && others.length === 0;
    // What is asked are the first parameters; others are constants of the query.
    const statement = compiledFor(database, isOne ? 'one' : 'many');
    const given = names.map((name) => (isOne ? first[name] : of.map((asker) => asker[name])));
    const parameters = [...given, ...statement.parameters.slice(names.length)];
    const { rows } = await database.executeQuery<Row>({ ...statement, parameters } as CompiledQuery<Row>);
    const answers = of.map((): Answer[] => []);
    for (const row of rows) answers[row.asked_at - 1]!.push(row as unknown as Answer);
    return answers;
  };
}

interface Waiting<Asked, Answer> {
  asked: Asked;
  resolve(answer: Answer[]): void;
  reject(error: unknown): void;
}

/** What begins here belongs to several requests, so to none. */
const outside = AsyncLocalStorage.snapshot();

class Line<Asked, Answer> {
  readonly #answer: (asked: readonly Asked[]) => Promise<Answer[][]>;
  #waiting: Waiting<Asked, Answer>[] = [];
  #underWay = 0;
  #isPlanned = false;

  constructor(answer: (asked: readonly Asked[]) => Promise<Answer[][]>) {
    this.#answer = answer;
  }

  ask(asked: Asked): Promise<Answer[]> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ asked, resolve, reject });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#isPlanned || this.#underWay >= mostUnderWay || this.#waiting.length === 0) return;
    this.#isPlanned = true;
    outside(() =>
      setImmediate(() => {
        this.#isPlanned = false;
        void this.#send();
      }),
    );
  }

  async #send(): Promise<void> {
    const together = this.#waiting.splice(0, mostTogether);
    this.#underWay += 1;
    this.#plan();
    await this.#settle(together);
    this.#underWay -= 1;
    this.#plan();
  }

  async #settle(together: readonly Waiting<Asked, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answer(together.map(({ asked }) => asked));
      together.forEach(({ resolve }, at) => resolve(answers[at]!));
    } catch (error) {
      // One asker's value made the statement fail. Asked alone, it fails for that one.
      if (isOfValue(error) && together.length > 1) for (const one of together) await this.#settle([one]);
      else for (const { reject } of together) reject(error);
    }
  }
}

/** PostgreSQL's class 22: what is wrong is a value, not the statement. */
const isOfValue = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith('22');
