import type { Config } from '../config.ts';
import { migrate, openDatabase } from '../database/index.ts';
import { checkData } from './check-data.ts';

/** `serve check`: prints what is wrong. Answers the exit code: 0 when nothing is, 1 otherwise. */
export async function runCheck(config: Config, say: (line: string) => void): Promise<number> {
  const opened = await openDatabase(config);
  try {
    await migrate(opened.kysely);
    const findings = await checkData(opened.kysely);
    for (const { what, shown, count } of findings) say(`${what} (${count}): ${shown.join(', ')}${count > shown.length ? ' …' : ''}`);
    say(findings.length === 0 ? 'Checked: everything hangs together.' : `Checked: ${findings.length} kinds of faults.`);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await opened.stop();
  }
}
