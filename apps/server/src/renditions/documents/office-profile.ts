import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const settings: readonly [path: string, name: string, value: string][] = [
  ['/org.openoffice.Office.Common/Security/Scripting', 'DisableMacrosExecution', 'true'],
  ['/org.openoffice.Office.Common/Security/Scripting', 'MacroSecurityLevel', '3'],
  // External references of a document are not followed: neither local files nor addresses.
  ['/org.openoffice.Office.Common/Security/Scripting', 'BlockUntrustedRefererLinks', 'true'],
  ['/org.openoffice.Office.Calc/Content/Update', 'Link', '2'],
  ['/org.openoffice.Office.Writer/Content/Update', 'Link', '0'],
  ['/org.openoffice.Office.Common/Misc', 'UseLocking', 'false'],
];

/** The settings of a LibreOffice that reads one document and exits: macros do not run, and nothing else is read. */
export async function writeProfile(folder: string): Promise<void> {
  const items = settings.map(
    ([path, name, value]) => `<item oor:path="${path}"><prop oor:name="${name}" oor:op="fuse"><value>${value}</value></prop></item>`,
  );
  const user = join(folder, 'user');
  await mkdir(user, { recursive: true });
  // The program writes there too, as an unprivileged user. The folder around it is already its own.
  for (const made of [folder, user]) await chmod(made, 0o777);
  await writeFile(
    join(user, 'registrymodifications.xcu'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${items.join('\n')}</oor:items>`,
  );
}
