/** Adds up the result files of the test runners. A skipped test counts as failed. */
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

const shownOfAnError = 12;

export interface Counts {
  passed: number;
  failed: number;
  /** Lines that name the tests that failed, or passed only on the second run, with the error. */
  remarks?: string[];
  /** The duration of each test file. */
  files?: FileTime[];
}

export interface FileTime {
  file: string;
  ms: number;
}

export interface NodeTests extends Counts {
  failures: { file: string; name: string; message: string }[];
}

/**
 * Reads the reports of `count-reporter.ts`, one for each group of files that ran in one process. A file that is missing from its report did
 * not finish and counts as failed, whatever the exit code. The same holds for a run without any test, and for one that exits with an error
 * although no test failed.
 */
export function countNodeTests(groups: readonly { files: readonly string[]; report: string }[], exitCode: number): NodeTests {
  const counts = groups.map(({ files, report }) => countGroup(files, report));
  const sum: NodeTests = {
    passed: counts.reduce((all, { passed }) => all + passed, 0),
    failed: counts.reduce((all, { failed }) => all + failed, 0),
    files: counts.flatMap(({ files = [] }) => files),
    failures: counts.flatMap(({ failures }) => failures),
  };
  return withExitCode(sum.passed + sum.failed === 0 ? { ...sum, failed: 1 } : sum, exitCode);
}

function countGroup(planned: readonly string[], report: string): NodeTests {
  const counts = readJson<{ tests: number; passed: number; files: FileTime[] } & Pick<NodeTests, 'failures'>>(report);
  const { tests, passed, files, failures } = counts ?? { tests: 0, passed: 0, files: [], failures: [] };
  const lost = planned
    .filter((file) => !files.some((one) => one.file === file))
    .map((file) => ({ file, name: file, message: 'it was not run to its end: its process told nothing of it' }));
  // A file that could not be loaded, or that contains no test, has no failed test to name.
  const failed = Math.max(tests - passed, new Set(failures.map(({ file }) => file)).size);
  return { passed, failed: failed + lost.length, files, failures: [...failures, ...lost] };
}

/** Combines a first run with a second one of the failed files. What passes then counts as passed, and is named. */
export function countWithSecondRun(first: NodeTests, second: Counts): Counts {
  if (second.failed > 0) return withRemarks(first);
  return { ...withRemarks(first, 'passed only when it was run again'), passed: first.passed + first.failed, failed: 0 };
}

/** Describes each failed test and its error. */
export const withRemarks = (tests: NodeTests, what = 'failed'): NodeTests => ({
  ...tests,
  remarks: tests.failures.flatMap(({ file, name, message }) => [`${what}: ${file} ${name}`, readable(message)]),
});

interface BrowserSuite {
  suites?: BrowserSuite[];
  specs?: {
    title: string;
    file: string;
    line: number;
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { duration: number; error?: { message?: string } }[] }[];
  }[];
}

/** Reads Playwright's JSON report. A test that passed on the second run counts as passed, and is named. */
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

/** Each file is one suite. */
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
