/** Measures the memory of all processes of a run. Each process has a limit of its own, which many processes together would exceed. */
import { readFile, readdir } from 'node:fs/promises';

const pageBytes = 4096;

/** Resident bytes of a process and all its descendants. Processes that end meanwhile count nothing. */
export async function memoryOfRun(processId: number): Promise<number> {
  let pages = Number((await read(`/proc/${processId}/statm`)).split(' ')[1] ?? 0);
  for (const task of await readdir(`/proc/${processId}/task`).catch(() => []))
    for (const child of (await read(`/proc/${processId}/task/${task}/children`)).split(' ').filter(Boolean))
      pages += (await memoryOfRun(Number(child))) / pageBytes;
  return pages * pageBytes;
}

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
