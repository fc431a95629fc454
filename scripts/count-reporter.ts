/**
 * A reporter for node --test and for `test-group.ts`. It writes one line of JSON with the counts, the failures and the duration of each
 * file, which ./test adds up. A missing line means that the run did not finish.
 */
import { relative } from 'node:path';

interface TestEvent {
  type: string;
  data: {
    name?: string;
    file?: string;
    nesting?: number;
    details?: { error?: Error & { cause?: unknown; failureType?: string }; duration_ms?: number; type?: string };
    duration_ms: number;
    counts?: { tests: number; passed: number; failed: number; cancelled: number; skipped: number; todo: number };
  };
}

const isFileOfTests = /\.test\.ts$/;

export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { file: string; ms: number }[] = [];
  const failures: { file: string; name: string; message: string }[] = [];
  /** In a group each file is a suite, and an event belongs to the suite that started last. */
  let suite: string | null = null;
  let ranInSuite = 0;
  for await (const { type, data } of source) {
    const isSuiteOfFile = data.nesting === 0 && isFileOfTests.test(data.name ?? '');
    if (type === 'test:start' && isSuiteOfFile) [suite, ranInSuite] = [data.name!, 0];
    const isEnd = type === 'test:pass' || type === 'test:fail';
    if (isEnd && suite !== null && !isSuiteOfFile) ranInSuite += 1;
    const { error, duration_ms: ms = 0 } = data.details ?? {};
    // The failure of the suite itself only repeats that a test in it failed.
    if (type === 'test:fail' && data.file !== undefined && !(isSuiteOfFile && error?.failureType === 'subtestsFailed')) {
      const { cause, message } = error ?? {};
      failures.push({
        file: suite ?? relative(process.cwd(), data.file),
        name: data.name ?? '',
        message: cause instanceof Error ? cause.message : String(cause ?? message),
      });
    }
    if (isEnd && isSuiteOfFile) {
      files.push({ file: data.name!, ms });
      if (ranInSuite === 0 && type === 'test:pass') failures.push({ file: data.name!, name: data.name!, message: 'it holds no test' });
      suite = null;
    }
    if (type !== 'test:summary') continue;
    const ofOneFile = data.file !== undefined && !data.file.endsWith('/test-group.ts');
    if (ofOneFile) files.push({ file: relative(process.cwd(), data.file!), ms: data.duration_ms });
    // A summary without a file, or that of a group, covers the whole run.
    else if (data.counts) yield `${JSON.stringify({ ...data.counts, files, failures })}\n`;
  }
}
