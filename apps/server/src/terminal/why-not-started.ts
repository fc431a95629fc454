import { ConfigError } from '../config.ts';
import type { Config } from '../config.ts';
import { DatabaseStartError, DataFolderError, troubleOf } from '../database/index.ts';
import type { FolderTrouble } from '../database/index.ts';
import { WrongStore } from '../removal/index.ts';
import { StoreSetupError } from '../storage/index.ts';
import type { TerminalTexts } from './texts.ts';

/** Errors whose messages are already sentences that say what to change. */
const saidAsIs = [DatabaseStartError, StoreSetupError, WrongStore];

/** Why the start failed, and what to do about it. `config` is null if the settings themselves were invalid. */
export function whyNotStarted(error: unknown, config: Config | null, texts: TerminalTexts): string {
  const { message, stack, syscall, code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  if (error instanceof ConfigError) return texts.setting(error.fault);
  if (error instanceof DataFolderError) return ofFolder(error.trouble, texts);
  if (saidAsIs.some((kind) => error instanceof kind)) return message;
  if (config && syscall === 'getaddrinfo' && hostname === config.host) return texts.noSuchAddress(config.host);
  if (config && syscall === 'listen') {
    if (code === 'EADDRINUSE') return texts.portInUse(config.port, config.port === 65_535 ? 8080 : config.port + 1);
    if (code === 'EADDRNOTAVAIL') return texts.noSuchAddress(config.host);
    if (code === 'EACCES') return texts.portNotAllowed(config.port);
  }
  const trouble = config && troubleOf(error, config.dataDir);
  return trouble ? ofFolder(trouble, texts) : texts.unknown(error instanceof Error ? (stack ?? message) : String(error));
}

function ofFolder(trouble: FolderTrouble, texts: TerminalTexts): string {
  const { folder } = trouble;
  switch (trouble.kind) {
    case 'inUse':
      return texts.folder.inUse(folder, trouble.processId);
    case 'ofAnother':
      return texts.folder.ofAnother(folder, `sudo chown -R ${process.getuid?.()}:${process.getgid?.()} ${folder}`);
    default:
      return texts.folder[trouble.kind](folder);
  }
}
