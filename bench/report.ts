/** The results, as a table and as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** The same work with nginx, or another baseline by which `ratio` divides. */
  beside?: number;
  /** value / beside, if the goal is a ratio. */
  ratio?: number;
  /** As the goals state it. Goals about other products are checked elsewhere. */
  goal?: string;
  holds?: boolean;
}

export class Report {
  readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    console.log(line(row));
  }

  /** `least` is the minimum of the ratio, `most` its maximum. */
  compare(what: string, value: number, unit: string, beside: number, bound: { least?: number; most?: number; of: string }): void {
    const ratio = value / beside;
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

function line({ what, value, unit, beside, ratio, goal, holds }: Row): string {
  const judged = holds === undefined ? '' : holds ? ' (met)' : ' (MISSED)';
  return `${`${what}, ${unit}`.padEnd(58)}${shown(value).padStart(12)}${(beside === undefined ? '' : shown(beside)).padStart(12)}${(ratio === undefined ? '' : ratio.toFixed(2)).padStart(8)}  ${goal ?? ''}${judged}`;
}

const shown = (value: number): string => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
