/** Reporter for node --test: one line of JSON with the counts, for the sum of ./test. */
interface TestEvent {
  type: string;
  data: { file?: string; counts?: { tests: number; passed: number; failed: number; cancelled: number; skipped: number; todo: number } };
}

export default async function* countReporter(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of source) {
    // a summary without a file is that of the whole run
    if (type === 'test:summary' && data.file === undefined && data.counts) yield `${JSON.stringify(data.counts)}\n`;
  }
}
