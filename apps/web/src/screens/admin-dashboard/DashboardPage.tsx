import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { dashboardRanges, type DashboardDay, type DashboardFigures } from '@alcove/contract';
import { currentLanguage, formatDay, formatSize, formatTime, t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { ListScreen } from '../../ui/list-screen/ListScreen.tsx';
import { Plot } from '../../ui/plot/Plot.tsx';
import { topOf, topOfBytes } from '../../ui/plot/plot-scale.ts';
import { usePhone } from '../../ui/use-media.ts';
import { dashboardFigures, dashboardState } from './dashboard-queries.ts';
import { grown, growthOf, usedKinds, usedOn, valuesOf } from './day-figures.ts';
import { Largest } from './Largest.tsx';
import { Parts } from './Parts.tsx';
import { Rights } from './Rights.tsx';
import { Tiles } from './Tiles.tsx';
import styles from './dashboard.module.css';

type Range = (typeof dashboardRanges)[number];
const usualRange: Range = 30;
const kindNames = {
  usedPersonal: 'adminDashboard.personal',
  usedGroup: 'adminDashboard.group',
  usedDepartment: 'adminDashboard.department',
} as const;

/** How the company's drive is doing: what is used, who is here, what waits, and whether all parts are well. */
export default function DashboardPage() {
  const [address, setAddress] = useSearchParams();
  const range = dashboardRanges.find((days) => String(days) === address.get('days')) ?? usualRange;
  const figures = useQuery(dashboardFigures(range));
  const state = useQuery(dashboardState);
  const phone = usePhone();
  const error = figures.error ?? state.error;
  const ranges = (
    <ChoiceMenu
      plain
      label={t('adminDashboard.lastDays', { n: usualRange })}
      value={range}
      defaultValue={usualRange}
      choices={dashboardRanges.map((value) => ({ value, text: t('adminDashboard.lastDays', { n: value }) }))}
      onChoose={(days) => setAddress(days === usualRange ? {} : { days: String(days) }, { replace: true })}
    />
  );
  const measured = figures.data?.measuredAt;
  return (
    <ListScreen
      title={t('adminDashboard.title')}
      {...(measured && { hint: t('adminDashboard.measured', { time: formatTime(measured) }) })}
      actions={ranges}
    >
      <div className={styles.page}>
        {phone && <div className={styles.ranges}>{ranges}</div>}
        {!(figures.data && state.data) ? (
          error ? (
            <ErrorState error={error} onRetry={() => void Promise.all([figures.refetch(), state.refetch()])} />
          ) : (
            <SkeletonRows />
          )
        ) : (
          <>
            <Tiles figures={figures.data} state={state.data} />
            <div className={styles.columns}>
              <div className={styles.main}>
                <Plots figures={figures.data} range={range} />
                <Largest spaces={figures.data.largest} />
              </div>
              <div className={styles.beside}>
                <Parts state={state.data} />
                <Rights changes={state.data.rights} />
              </div>
            </div>
          </>
        )}
      </div>
    </ListScreen>
  );
}

const dateOf = (day: string) => {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  return new Date(year, month - 1, date);
};

/** With the year where the range has several. */
function dayText({ day }: DashboardDay, range: Range): string {
  if (range > 90) return formatDay(dateOf(day));
  return currentLanguage() === 'zh-CN'
    ? day.slice(5)
    : new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' }).format(dateOf(day));
}

function Plots({ figures: { days, today }, range }: { figures: DashboardFigures; range: Range }) {
  const points = days.map((day) => dayText(day, range));
  const over = days.filter(({ day }) => day !== today);
  const pointsOver = over.map((day) => dayText(day, range));
  const ofDays = (figure: 'activePeople' | 'uploads', title: string) => {
    const values = valuesOf(over, figure);
    return (
      <Plot
        title={title}
        points={pointsOver}
        pointName={t('adminDashboard.day')}
        series={[{ name: title, values }]}
        top={topOf(Math.max(0, ...values.map(Number)))}
        kind="bars"
        format={(value) => value.toLocaleString()}
        empty={t('adminDashboard.emptyDays')}
      />
    );
  };
  return (
    <>
      <Plot
        title={t('adminDashboard.space')}
        points={points}
        pointName={t('adminDashboard.day')}
        series={usedKinds.map((kind) => {
          const growth = growthOf(days, kind);
          return { name: t(kindNames[kind]), values: valuesOf(days, kind), ...(growth && { note: grown(growth.bytes) }) };
        })}
        top={topOfBytes(Math.max(0, ...days.map((day) => usedOn(day) ?? 0)))}
        kind="areas"
        format={formatSize}
        formatScale={(bytes) => formatSize(bytes).replace(/\.0+(?= )/, '')}
        empty={t('adminDashboard.emptySpace')}
      />
      <div className={styles.pair}>
        {ofDays('activePeople', t('adminDashboard.activePeople'))}
        {ofDays('uploads', t('adminDashboard.uploadedFiles'))}
      </div>
    </>
  );
}
