/** What was measured, as a table and as JSON. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Row {
  what: string;
  value: number;
  unit: string;
  /** The same work at nginx, or whatever else `ratio` divides by. */
  beside?: number;
  /** value / beside, where the goal is about it. */
  ratio?: number;
  /** As written in the goals; those about other products are judged elsewhere. */
  goal?: string;
  holds?: boolean;
}

export class Report {
  readonly rows: Row[] = [];

  add(row: Row): void {
    this.rows.push(row);
    console.log(line(row));
  }

  /** `least`: the ratio must reach it; `most`: it must not pass it. */
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

export const heading = `${'measured'.padEnd(58)}${'Alcove'.padStart(12)}${'beside'.padStart(12)}${'ratio'.padStart(8)}  goal`;

function line({ what, value, unit, beside, ratio, goal, holds }: Row): string {
  const judged = holds === undefined ? '' : holds ? ' (held)' : ' (MISSED)';
  return `${`${what}, ${unit}`.padEnd(58)}${shown(value).padStart(12)}${(beside === undefined ? '' : shown(beside)).padStart(12)}${(ratio === undefined ? '' : ratio.toFixed(2)).padStart(8)}  ${goal ?? ''}${judged}`;
}

const shown = (value: number): string => (Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2));
