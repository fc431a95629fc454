import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const settings: readonly [path: string, name: string, value: string][] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  // What a document only refers to stays out of it: files of this machine, addresses.
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Common/Misc', 'UseLocking', 'false'],
];

/** The settings of one LibreOffice that reads one document and is gone: nothing in the document runs, and nothing else is read. */
export async function writeProfile(folder: string): Promise<void> {
  const items = settings.map(
    ([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const user = join(folder, 'user');
  await mkdir(user, { recursive: true });
  // The program writes there too, as nobody; the folder around it is its own already.
  for (const made of [folder, user]) await chmod(made, 0o777);
  await writeFile(
    join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('\n')}</oor:items>`,
  );
}
