/** Counts out of the result files of the test runners. What was skipped did not hold: it counts as failed. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const shownOfAnError = 12;

export interface Counts {
  passed: number;
  failed: number;
  /** Lines that say which tests failed, or passed only when they were run again, and how. */
  remarks?: string[];
  /** How long each file of tests took. */
  files?: FileTime[];
}

export interface FileTime {
  file: string;
  ms: number;
}

export interface NodeTests extends Counts {
  failures: { file: string; name: string; message: string }[];
}

/** Of `count-reporter.ts`. A run without a summary, or of nothing at all, is a failure; so is one that ends badly though no test failed. */
export function countNodeTests(file: string, exitCode: number): NodeTests {
  const counts = readJson<{ tests: number; passed: number } & Pick<NodeTests, 'failures'> & { files: FileTime[] }>(file);
  if (!counts || counts.tests === 0) return { passed: 0, failed: 1, failures: [] };
  const { tests, passed, files, failures } = counts;
  return withExitCode({ passed, failed: tests - passed, files, failures }, exitCode);
}

/** A first run, and a second one of the files that failed in it. What passed only then has passed, and is named. */
export function countWithSecondRun(first: NodeTests, second: Counts): Counts {
  const remarks = first.failures.flatMap(({ file, name, message }) => [
    `${second.failed === 0 ? 'passed only when it was run again' : 'failed'}: ${file} ${name}`,
    readable(message),
  ]);
  return second.failed === 0 ? { ...first, passed: first.passed + first.failed, failed: 0, remarks } : { ...first, remarks };
}

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}

/** Of Playwright's JSON reporter. A test that passed only when it was run again has passed, and is named. */
export function countBrowserTests(file: string, exitCode: number): Counts {
  const report = readJson<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    suites: BrowserSuite[];
  }>(file);
  if (!report || report.stats.expected + report.stats.unexpected + report.stats.flaky + report.stats.skipped === 0)
    return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExitCode(
    { passed: expected + flaky, failed: unexpected + skipped, remarks: report.suites.flatMap(remarksOf), files: report.suites.map(timeOf) },
    exitCode,
  );
}

/** One suite stands for each file. */
const timeOf = (suite: BrowserSuite & { file?: string }): FileTime => ({ file: `tests/${suite.file}`, ms: msOf(suite) });
const msOf = ({ suites = [], specs = [] }: BrowserSuite): number =>
  specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results)).reduce((sum, { duration }) => sum + duration, 0) +
  suites.reduce((sum, suite) => sum + msOf(suite), 0);

function remarksOf({ suites = [], specs = [] }: BrowserSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .flatMap(({ status, results: tries }) => [
        `${status}: ${file}:${line} ${title}`,
        ...tries.flatMap(({ error }) => (error?.message ? [readable(error.message)] : [])),
      ]),
  );
  return [...own, ...suites.flatMap(remarksOf)];
}

const readable = (message: string): string => {
  const lines = stripVTControlCharacters(message).split('\n');
  return lines
    .slice(0, shownOfAnError)
    .map((line) => `    ${line}`)
    .join('\n    ');
};

const withExitCode = <Some extends Counts>(counts: Some, exitCode: number): Some =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

function readJson<Shape>(file: string): Shape | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape;
  } catch {
    return null;
  }
}
