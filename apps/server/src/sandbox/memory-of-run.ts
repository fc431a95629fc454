/** What all processes of a run take up together: each has a limit of its own, which many of them pass by being many. */
import { readFile, readdir } from 'node:fs/promises';

const pageBytes = 4096;

/** Bytes in memory of a process and all below it. What ends meanwhile counts nothing. */
export async function memoryOfRun(processId: number): Promise<number> {
  let pages = Number((await read(`/proc/${processId}/statm`)).split(' ')[1] ?? 0);
  for (const task of await readdir(`/proc/${processId}/task`).catch(() => []))
    for (const child of (await read(`/proc/${processId}/task/${task}/children`)).split(' ').filter(Boolean))
      pages += (await memoryOfRun(Number(child))) / pageBytes;
  return pages * pageBytes;
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
