/** Reporter for node --test: one line of JSON with the counts, what failed and how long each file took, for the sum of ./test. */
import { relative } from 'node:path';

interface TestEvent {
  type: string;
  data: {
    name?: string;
    file?: string;
    details?: { error?: Error & { cause?: unknown } };
    duration_ms: number;
    counts?: { tests: number; passed: number; failed: number; cancelled: number; skipped: number; todo: number };
  };
}

export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const files: { file: string; ms: number }[] = [];
  const failures: { file: string; name: string; message: string }[] = [];
  for await (const { type, data } of source) {
    if (type === 'test:fail' && data.file !== undefined) {
      const { cause, message } = data.details?.error ?? {};
      failures.push({
        file: relative(process.cwd(), data.file),
        name: data.name ?? '',
        message: cause instanceof Error ? cause.message : String(cause ?? message),
      });
    }
    if (type !== 'test:summary') continue;
    if (data.file !== undefined) files.push({ file: relative(process.cwd(), data.file), ms: data.duration_ms });
    // a summary without a file is that of the whole run
    else if (data.counts) yield `${JSON.stringify({ ...data.counts, files, failures })}\n`;
  }
}
