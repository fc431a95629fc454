/** The results, as a table and as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.ts';

export interface Row {
  what: string;
  value: number;
  /** The lowest and the highest of several rounds, whose median is the value. */
  spread?: readonly [number, number];
  unit: string;
  /** The same work with nginx, or another baseline by which `ratio` divides. */
  beside?: number;
  /** value / beside, if the goal is a ratio. */
  ratio?: number;
  /** As the goals state it. Goals about other products are checked elsewhere. */
  goal?: string;
  holds?: boolean;
}

/** One figure, or one of each round. */
type Rounds = number | readonly number[];

export class Report {
  readonly rows: Row[] = [];

  add({ value, ...rest }: Omit<Row, 'value' | 'spread'> & { value: Rounds }): void {
    const row: Row = {
      ...rest,
      value: middle(value),
      ...(typeof value !== 'number' && { spread: [Math.min(...value), Math.max(...value)] }),
    };
    this.rows.push(row);
    console.log(line(row));
  }

  /** `least` is the minimum of the ratio, `most` its maximum. */
  compare(what: string, value: Rounds, unit: string, baseline: Rounds, bound: { least?: number; most?: number; of: string }): void {
    const beside = middle(baseline);
    const ratio = middle(value) / beside;
    const holds = bound.least !== undefined ? ratio >= bound.least : ratio <= bound.most!;
    const goal = bound.least !== undefined ? `>= ${bound.least} x ${bound.of}` : `<= ${bound.most} x ${bound.of}`;
    this.add({ what, value, unit, beside, ratio, goal, holds });
  }

  save(about: Record<string, unknown>): void {
    const folder = join(import.meta.dirname, 'results');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'latest.json'), `${JSON.stringify({ ...about, rows: this.rows }, null, 2)}\n`);
  }
}

export const heading = `${'measured'.padEnd(58)}${'Alcove'.padStart(12)}${'baseline'.padStart(12)}${'ratio'.padStart(8)}  goal`;

function line({ what, value, spread, unit, beside, ratio, goal, holds }: Row): string {
  const range = spread ? `  [${spread.map(shown).join(' to ')}]` : '';
  const judged = holds === undefined ? '' : holds ? ' (met)' : ' (MISSED)';
  return `${`${what}, ${unit}`.padEnd(58)}${shown(value).padStart(12)}${(beside === undefined ? '' : shown(beside)).padStart(12)}${(ratio === undefined ? '' : ratio.toFixed(2)).padStart(8)}  ${goal ?? ''}${judged}${range}`;
}

const middle = (rounds: Rounds): number => (typeof rounds === 'number' ? rounds : median(rounds));
const shown = (value: number): string => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
