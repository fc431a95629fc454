/** Opens archives with an independent reader: Python's. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export interface UnzippedEntry {
  name: string;
  size: number;
  sha256: string;
  /** Seconds since 1970, from the extended timestamp. */
  time: number;
  flags: number;
  compressed: boolean;
}

const script = `
import hashlib, json, struct, sys, zipfile
def time(extra):
    at = 0
    while at < len(extra):
        tag, size = struct.unpack_from('<HH', extra, at)
        if tag == 0x5455: return struct.unpack_from('<i', extra, at + 5)[0]
        at += 4 + size
with zipfile.ZipFile(sys.argv[1]) as z:
    entries = []
    for i in z.infolist():
        h = hashlib.sha256()
        with z.open(i) as f:  # checks the CRC at the end
            while chunk := f.read(1 << 20): h.update(chunk)
        entries.append({ 'name': i.filename, 'size': i.file_size, 'sha256': h.hexdigest(), 'time': time(i.extra), 'flags': i.flag_bits, 'compressed': i.compress_type != 0 })
print(json.dumps(entries))
`;

export async function unzip(file: string): Promise<UnzippedEntry[]> {
  const { stdout } = await promisify(execFile)('python3', ['-c', script, file], { maxBuffer: 256 * 1024 * 1024 });
  return JSON.parse(stdout) as UnzippedEntry[];
}
