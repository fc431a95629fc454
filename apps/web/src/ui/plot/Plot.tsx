import { VisuallyHidden } from '@mantine/core';
import { useId, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { t } from '../../i18n/index.ts';
import { Chip } from '../chip/Chip.tsx';
import { captionedPoints, edgesOf, pointAfter, runsOf } from './plot-scale.ts';
import styles from './Plot.module.css';

/** The look's order of colors, from the bottom of the plot to its top. */
const tones = ['pine', 'pale', 'ochre'] as const;

export interface PlotSeries {
  name: string;
  /** One value for each point; null: not known. */
  values: readonly (number | null)[];
  /** Shown beside its name, such as how much it has grown. */
  note?: string;
}

interface PlotProps {
  title: string;
  /** What a point is called, such as its day. */
  points: readonly string[];
  /** What the first column of the table is called. */
  pointName: string;
  /** At most three, the lowest first. */
  series: readonly PlotSeries[];
  /** The upper end of the scale. */
  top: number;
  /** Of bars, each has its own place from zero; areas join the points. */
  kind: 'areas' | 'bars';
  format(value: number): string;
  /** Of the scale's round values; default: `format`. */
  formatScale?(value: number): string;
  /** Shown in place of the plot while no value is known. */
  empty?: string;
  /** Above a list: less high. */
  low?: boolean;
  /** What the figures leave out. */
  note?: string | undefined;
  /** Below these points; default: evenly below some of all. */
  captions?: readonly { index: number; text: string }[];
  /** A point was chosen, by a click or by Enter. */
  onPoint?(index: number): void;
}

const [width, height] = [720, 240];
/** Five captions of so many characters fit below a narrow plot. */
const shortCaption = 6;

/**
 * Values over time. The pointer and the arrow keys move along the points, and the values of the point are shown and read out. The same figures are
 * there as a table.
 */
export function Plot({
  title,
  points,
  pointName,
  series,
  top,
  kind,
  format,
  formatScale = format,
  empty,
  low,
  note,
  captions,
  onPoint,
}: PlotProps) {
  const [asTable, setAsTable] = useState(false);
  const [at, setAt] = useState<number | null>(null);
  const described = useId();
  const isEmpty = series.every(({ values }) => values.every((value) => value === null));
  const shown = at !== null && at < points.length ? at : null;
  const valueAt = ({ values }: PlotSeries, index: number) => {
    const value = values[index] ?? null;
    return value === null ? t('plot.unknown') : format(value);
  };
  const textOf = (index: number) =>
    `${points[index]}: ${series.map((one) => (series.length > 1 ? `${one.name} ${valueAt(one, index)}` : valueAt(one, index))).join(t('common.comma'))}`;
  return (
    <section aria-label={title} data-low={low || undefined} className={styles.plot}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {note !== undefined && <span className={styles.note}>{note}</span>}
        {series.length > 1 &&
          [...series.entries()].toReversed().map(([index, { name, note }]) => (
            <span key={name} className={styles.legend}>
              <i aria-hidden data-tone={tones[index]} />
              {name}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </span>
          ))}
        {!isEmpty && (
          <Chip on={asTable} aria-pressed={asTable} aria-label={t('plot.tableOf', { title })} onClick={() => setAsTable(!asTable)}>
            {t('plot.asTable')}
          </Chip>
        )}
      </header>
      {isEmpty ? (
        <p className={styles.empty}>{empty}</p>
      ) : asTable ? (
        <div className={styles.table} role="region" aria-label={t('plot.tableOf', { title })} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{pointName}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...points.entries()].toReversed().map(([index, point]) => (
                <tr key={point}>
                  <th scope="row">{point}</th>
                  {series.map((one) => (
                    <td key={one.name}>{valueAt(one, index)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className={styles.drawing}>
          <span className={styles.scale} aria-hidden>
            {(low ? [1, 0.5, 0] : [1, 0.75, 0.5, 0.25, 0]).map((share) => (
              <span key={share}>{share === 0 ? '0' : formatScale(top * share)}</span>
            ))}
          </span>
          <Drawing {...{ points, series, top, kind, shown, textOf, setAt, described, title, low, onPoint }} />
          <span className={styles.captions} aria-hidden>
            {captions
              ? captions.map(({ index, text }) => (
                  <span key={index} data-placed style={{ insetInlineStart: `${(index / points.length) * 100}%` }}>
                    {text}
                  </span>
                ))
              : captionedPoints(points.length, (points[0]?.length ?? 0) > shortCaption ? 3 : 5).map((index) => (
                  <span key={index}>{points[index]}</span>
                ))}
          </span>
          <VisuallyHidden id={described}>
            {t('plot.keys')}
            {onPoint && t('plot.enter')}
          </VisuallyHidden>
          {shown !== null && (
            <p
              className={styles.pointed}
              data-end={shown > points.length / 2 || undefined}
              style={{ insetInlineStart: `${placeOf(shown, points.length, kind) * 100}%` }}
            >
              <b>{points[shown]}</b>
              {series.toReversed().map((one) => (
                <span key={one.name}>
                  <span>{one.name}</span>
                  <span>{valueAt(one, shown)}</span>
                </span>
              ))}
            </p>
          )}
        </div>
      )}
    </section>
  );
}

/** Where a point is, as a share of the width. */
function placeOf(index: number, count: number, kind: PlotProps['kind']): number {
  if (kind === 'bars') return (index + 0.5) / count;
  return count < 2 ? 0.5 : index / (count - 1);
}

interface DrawingProps extends Pick<PlotProps, 'points' | 'series' | 'top' | 'kind' | 'title' | 'low' | 'onPoint'> {
  shown: number | null;
  described: string;
  textOf(index: number): string;
  setAt(index: number | null): void;
}

function Drawing({ points, series, top, kind, title, shown, described, textOf, setAt, low, onPoint }: DrawingProps) {
  const count = points.length;
  const edges = edgesOf(
    series.map(({ values }) => values),
    top,
  );
  const x = (index: number) => placeOf(index, count, kind) * width;
  const y = (share: number) => height * (1 - share);
  const current = shown ?? count - 1;
  const indexAt = (event: MouseEvent<HTMLElement>): number => {
    const { left, width: drawn } = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - left) / drawn;
    const index = kind === 'bars' ? Math.floor(share * count) : Math.round(share * (count - 1));
    return Math.min(count - 1, Math.max(0, index));
  };
  const point = (event: MouseEvent<HTMLElement>) => setAt(indexAt(event));
  const move = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter') return onPoint?.(current);
    const to = event.key === 'Escape' ? null : pointAfter(event.key, current, count);
    if (to === null && event.key !== 'Escape') return;
    event.preventDefault();
    setAt(to);
  };
  const bar = Math.max(1, Math.min(28, (width / count) * 0.7));
  return (
    <div
      className={styles.field}
      role="slider"
      tabIndex={0}
      aria-label={title}
      aria-describedby={described}
      aria-orientation="horizontal"
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={current + 1}
      aria-valuetext={textOf(current)}
      onPointerMove={point}
      onPointerDown={point}
      onClick={(event) => onPoint?.(indexAt(event))}
      data-chooses={onPoint && true}
      onPointerLeave={() => setAt(null)}
      onFocus={() => setAt(current)}
      onBlur={() => setAt(null)}
      onKeyDown={move}
    >
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden>
        {(low ? [0, 0.5] : [0, 0.25, 0.5, 0.75]).map((share) => (
          <line key={share} className={styles.grid} x1={0} x2={width} y1={height * share} y2={height * share} />
        ))}
        {edges.map((line, index) => (
          <g key={series[index]!.name} data-tone={tones[index]}>
            {kind === 'bars'
              ? line.map(
                  (edge, at) =>
                    edge && (
                      <rect
                        key={points[at]}
                        x={x(at) - bar / 2}
                        y={y(edge.high)}
                        width={bar}
                        height={(edge.high - edge.low) * height}
                        data-current={at === shown || undefined}
                      />
                    ),
                )
              : runsOf(line).map((run) => {
                  // A single day is a short stretch, so that it can be seen.
                  const drawn =
                    run.length > 1
                      ? run.map(([at, edge]) => [x(at), edge] as const)
                      : [-6, 6].map((aside) => [x(run[0]![0]) + aside, run[0]![1]] as const);
                  const high = drawn.map(([px, edge]) => `${px},${y(edge.high)}`).join(' ');
                  const low = drawn
                    .toReversed()
                    .map(([px, edge]) => `${px},${y(edge.low)}`)
                    .join(' ');
                  return (
                    <g key={run[0]![0]}>
                      <polygon points={`${high} ${low}`} />
                      <polyline points={high} />
                    </g>
                  );
                })}
          </g>
        ))}
        {shown !== null && kind === 'areas' && <line className={styles.cursor} x1={x(shown)} x2={x(shown)} y1={0} y2={height} />}
      </svg>
    </div>
  );
}
