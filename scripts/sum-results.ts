/** Counts out of the result files of the test runners. What was skipped did not hold: it counts as failed. */
import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
}

/** Of `count-reporter.ts`. A run without a summary, or of nothing at all, is a failure; so is one that ends badly though no test failed. */
export function countNodeTests(file: string, exitCode: number): Counts {
  const counts = readJson<{ tests: number; passed: number }>(file);
  if (!counts || counts.tests === 0) return { passed: 0, failed: 1 };
  return withExitCode({ passed: counts.passed, failed: counts.tests - counts.passed }, exitCode);
}

/** Of Playwright's JSON reporter. */
export function countBrowserTests(file: string, exitCode: number): Counts {
  const report = readJson<{ stats: { expected: number; unexpected: number; flaky: number; skipped: number }; errors?: unknown[] }>(file);
  if (!report || report.stats.expected + report.stats.unexpected + report.stats.flaky + report.stats.skipped === 0)
    return { passed: 0, failed: 1 };
  const { expected, unexpected, flaky, skipped } = report.stats;
  return withExitCode({ passed: expected, failed: unexpected + flaky + skipped }, exitCode);
}

const withExitCode = (counts: Counts, exitCode: number): Counts =>
  exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;

function readJson<Shape>(file: string): Shape | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Shape;
  } catch {
    return null;
  }
}
