import { useState, type KeyboardEvent } from 'react';
import type { LogBar, LogChart as Chart } from '@alcove/contract';
import { formatDay, formatFullTime, t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { pointAfter } from '../../ui/plot/plot-scale.ts';
import { captioned, heightOf, scaleOf } from './chart-bars.ts';
import styles from './logs.module.css';

interface LogChartProps {
  chart: Chart;
  /** Shows only the time of this bar. */
  onBar(from: string, to: string): void;
}

const kinds = ['refused', 'changes', 'others'] as const;
const lengths = { twoHours: 2 * 3_600_000, day: 24 * 3_600_000 };

/** Acts over time. Each bar is a button; the arrow keys go from one to the next. The same figures are there as a table. */
export function LogChart({ chart: { unit, bars, countedFrom }, onBar }: LogChartProps) {
  const [asTable, setAsTable] = useState(false);
  const [at, setAt] = useState(0);
  const [pointed, setPointed] = useState<number | null>(null);
  const current = Math.min(at, bars.length - 1);
  const timeOf = ({ time }: LogBar) => (unit === 'day' ? formatDay(new Date(time)) : formatFullTime(time).slice(0, 16));
  const textOf = (bar: LogBar) => t('adminLogs.bar', { time: timeOf(bar), refused: bar.refused, changes: bar.changes, others: bar.others });
  const choose = ({ time }: LogBar, index: number) =>
    onBar(time, bars[index + 1]?.time ?? new Date(Date.parse(time) + lengths[unit]).toISOString());
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = pointAfter(event.key, current, bars.length);
    if (to === null) return;
    event.preventDefault();
    setAt(to);
    event.currentTarget.parentElement?.querySelectorAll('button')[to]?.focus();
  };
  const top = scaleOf(bars);
  const captions = captioned(bars);
  const shown = pointed === null ? undefined : bars[pointed];
  return (
    <section className={styles.chart} aria-label={t('adminLogs.chart')}>
      <header className={styles.chartHead}>
        <h2>{t(unit === 'day' ? 'adminLogs.perDay' : 'adminLogs.perTwoHours')}</h2>
        <span className={styles.pointed}>
          {shown ? textOf(shown) : countedFrom && t('adminLogs.countedFrom', { time: formatFullTime(countedFrom) })}
        </span>
        {kinds.map((kind) => (
          <span key={kind} className={styles.legend}>
            <i aria-hidden data-kind={kind} />
            {t(`adminLogs.${kind}Kind`)}
          </span>
        ))}
        <Chip on={asTable} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {t('adminLogs.asTable')}
        </Chip>
      </header>
      {asTable ? (
        <div className={styles.chartTable} role="region" aria-label={t('adminLogs.chart')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('adminLogs.time')}</th>
                {kinds.map((kind) => (
                  <th key={kind} scope="col">
                    {t(`adminLogs.${kind}Kind`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {bars
                .filter((bar) => heightOf(bar) > 0)
                .map((bar) => (
                  <tr key={bar.time}>
                    <th scope="row">{timeOf(bar)}</th>
                    {kinds.map((kind) => (
                      <td key={kind}>{bar[kind].toLocaleString()}</td>
                    ))}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={styles.plot}>
          <span className={styles.scale} aria-hidden>
            <span>{top.toLocaleString()}</span>
            <span>{(top / 2).toLocaleString()}</span>
            <span>0</span>
          </span>
          <div className={styles.bars} role="group" aria-label={t('adminLogs.bars')}>
            {bars.map((bar, index) => (
              <button
                key={bar.time}
                type="button"
                tabIndex={index === current ? 0 : -1}
                aria-label={textOf(bar)}
                data-caption={captions.has(index) ? formatDay(new Date(bar.time)) : undefined}
                onFocus={() => {
                  setAt(index);
                  setPointed(index);
                }}
                onBlur={() => setPointed(null)}
                onKeyDown={move}
                onMouseEnter={() => setPointed(index)}
                onMouseLeave={() => setPointed(null)}
                onClick={() => choose(bar, index)}
              >
                {kinds.map((kind) => (
                  <i key={kind} data-kind={kind} style={{ height: `${(bar[kind] / top) * 100}%` }} />
                ))}
              </button>
            ))}
          </div>
        </div>
      )}
    </section>
  );
}
