import { limits } from '@alcove/contract';
import { localPart, PartFailed, type FileSource, type PartPort, type PreparedPart, type WholeFile } from '@alcove/transfer';
import { isBrowserFile } from './file-source.ts';
import type { FileJob, FileNews } from './file-worker.ts';
import { pageWorker } from './worker-rpc.ts';

const ask = pageWorker<FileJob, FileNews>(() => new Worker(new URL('./file-worker.ts', import.meta.url), { type: 'module' }));

function failureOf(news: FileNews): Error {
  if (!('failed' in news)) return new Error('the file worker answered something else');
  if (news.failed === 'range') return new RangeError(news.message);
  return news.failed ? new PartFailed(news.failed, { cause: news.message }) : new Error(news.message);
}

export const partPort: PartPort = {
  async prepare(source, work, signal): Promise<PreparedPart> {
    if (!isBrowserFile(source) || source.size < limits.smallFile) return localPart.prepare(source, work);
    const news = await ask({ file: source.file, work }, signal);
    if ('part' in news) return news.part;
    throw failureOf(news);
  },
};

export async function readWhole(source: FileSource & { file: File }, signal: AbortSignal): Promise<WholeFile> {
  const news = await ask({ file: source.file, work: null }, signal);
  if ('whole' in news) return news.whole;
  throw failureOf(news);
}
