import type { LogBar, LogChart as Chart } from '@alcove/contract';
import { formatDay, formatFullTime, t } from '../../i18n/index.ts';
import { Plot } from '../../ui/plot/Plot.tsx';
import { topOf } from '../../ui/plot/plot-scale.ts';
import { captioned, endOf, heightOf } from './chart-bars.ts';
import styles from './logs.module.css';

interface LogChartProps {
  chart: Chart;
  /** Shows only the time of this bar. */
  onBar(from: string, to: string): void;
}

/** Acts over time, from the bottom of a bar to its top. */
const kinds = ['others', 'changes', 'refused'] as const;

export function LogChart({ chart: { unit, bars, countedFrom }, onBar }: LogChartProps) {
  const timeOf = ({ time }: LogBar) => (unit === 'day' ? formatDay(new Date(time)) : formatFullTime(time).slice(0, 16));
  return (
    <div className={styles.chart}>
      <Plot
        low
        title={t(unit === 'day' ? 'adminLogs.perDay' : 'adminLogs.perTwoHours')}
        note={countedFrom && t('adminLogs.countedFrom', { time: formatFullTime(countedFrom) })}
        points={bars.map(timeOf)}
        pointName={t('adminLogs.time')}
        captions={captioned(bars).map((index) => ({ index, text: formatDay(new Date(bars[index]!.time)) }))}
        series={kinds.map((kind) => ({ name: t(`adminLogs.${kind}Kind`), values: bars.map((bar) => bar[kind]) }))}
        top={topOf(Math.max(0, ...bars.map(heightOf)))}
        kind="bars"
        format={(value) => value.toLocaleString()}
        onPoint={(index) => onBar(bars[index]!.time, endOf(bars, index, unit))}
      />
    </div>
  );
}
