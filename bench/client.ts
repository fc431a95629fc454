/** A minimal Alcove client: sign-in, and the whole flow of an upload. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { calls, encodeName, partPlan, uploadFlags } from '../packages/contract/src/index.ts';
import type {
  CurrentUser,
  EachAnswer,
  Envelope,
  Instance,
  InstantTicket,
  FolderPage,
  Page,
  UploadAuth,
  UploadCheck,
  UploadPlan,
} from '../packages/contract/src/index.ts';
import { Connection } from './connection.ts';
import type { Content } from './content.ts';

export interface FileToSend {
  content: Content;
  name: string;
}

export type Fields = Record<string, string | number | readonly string[] | undefined>;

const marker = { 'X-Requested-With': 'XMLHttpRequest', 'Accept-Language': 'en-US' };
const signaturesAtOnce = 20;

export class Client {
  readonly port: number;
  user!: CurrentUser;
  headers: Record<string, string> = { ...marker };
  readonly #connections: Connection[] = [];

  constructor(port: number) {
    this.port = port;
  }

  async signIn(username: string, password: string): Promise<void> {
    const connection = this.connection(0);
    const body = Buffer.from(new URLSearchParams({ username, password }).toString());
    const answer = await connection.request(
      'POST',
      '/authentication/form',
      { ...marker, 'Content-Type': 'application/x-www-form-urlencoded' },
      [body],
    );
    this.user = unwrap<CurrentUser>('sign-in', answer.status, answer.body);
    const cookies = (answer.headers['set-cookie'] ?? '').split('\n').map((cookie) => cookie.split(';')[0]!);
    this.headers = { ...marker, Cookie: cookies.join('; ') };
  }

  /** Some calls ask for a proof of who it is that is a few minutes old at most. */
  async proveAgain(password: string): Promise<void> {
    await this.json(calls.user.proveAgain.path, { password });
  }

  /** Lanes run in parallel; each has its own connection. */
  connection(lane: number): Connection {
    return (this.#connections[lane] ??= new Connection(this.port));
  }

  close(): void {
    for (const connection of this.#connections) connection?.close();
  }

  async query<Data>(method: 'GET' | 'POST', path: string, fields: Fields, lane = 0): Promise<Data> {
    const answer = await this.connection(lane).request(method, `${path}?${encodeFields(fields)}`, this.headers);
    return unwrap<Data>(path, answer.status, answer.body);
  }

  async json<Data>(path: string, fields: object, lane = 0): Promise<Data> {
    const answer = await this.connection(lane).request('POST', path, { ...this.headers, 'Content-Type': 'application/json' }, [
      Buffer.from(JSON.stringify(fields)),
    ]);
    return unwrap<Data>(path, answer.status, answer.body);
  }

  async createFolder(instanceName: string): Promise<string> {
    const body = Buffer.from(new URLSearchParams({ parentId: this.user.personalRootId, instanceName }).toString());
    const answer = await this.connection(0).request(
      'POST',
      '/disk/api/instance/createFolder',
      { ...this.headers, 'Content-Type': 'application/x-www-form-urlencoded' },
      [body],
    );
    return unwrap<Instance>('createFolder', answer.status, answer.body).instanceId;
  }

  page(parentId: string, page: number, sortField: string, sortOrder: string): Promise<Page<Instance>> {
    return this.json(calls.instance.page.path, { parentId, page, pageSize: 100, sortField, sortOrder });
  }

  /** The same as the application asks for it. */
  narrowPage(parentId: string, page: number, sortField: string, sortOrder: string): Promise<FolderPage> {
    return this.json(calls.instance.narrowPage.path, { parentId, page, pageSize: 100, sortField, sortOrder });
  }

  check(content: Pick<Content, 'size' | 'md5'>, name: string, parentId: string, lane = 0): Promise<UploadCheck> {
    return this.query('POST', calls.upload.checkUploadAble.path, checkFields(content, name, parentId), lane);
  }

  /** The same for several files in one call. */
  checkSet(files: readonly FileToSend[], parentId: string, lane = 0): Promise<UploadCheck[]> {
    const items = files.map(({ content, name }) => checkFields(content, name, parentId));
    return this.#each(calls.upload.checkUploads.path, items, lane);
  }

  /** Check, sign, send, merge, save. Fails when the server already has the content. */
  async upload(content: Content, name: string, parentId: string, lane = 0, lanes = 3): Promise<Instance> {
    const plan = await this.check(content, name, parentId, lane);
    if (plan.uploadflag !== uploadFlags.upload) throw new Error(`an upload was expected, the check answered ${JSON.stringify(plan)}`);
    const uploadId = plan.partCount > 1 ? await this.#sendParts(plan, content, lane, lanes) : await this.#sendWhole(plan, content, lane);
    return this.query('POST', calls.upload.upload.path, saveFields(plan, content, name, parentId, uploadId), lane);
  }

  /** The same for several small files: asked for in one call, saved in another. */
  async uploadSet(files: readonly FileToSend[], parentId: string, lane = 0): Promise<void> {
    const items: Fields[] = [];
    for (const [at, plan] of (await this.checkSet(files, parentId, lane)).entries()) {
      if (plan.uploadflag !== uploadFlags.upload) throw new Error(`an upload was expected, the check answered ${JSON.stringify(plan)}`);
      const { content, name } = files[at]!;
      await this.#sendWhole(plan, content, lane);
      items.push(saveFields(plan, content, name, parentId));
    }
    await this.#each(calls.upload.uploads.path, items, lane);
  }

  /** Check, prove possession, saved. */
  async uploadInstantly(content: Content, name: string, parentId: string, lane = 0): Promise<void> {
    const answer = await this.check(content, name, parentId, lane);
    if (answer.uploadflag !== uploadFlags.known) throw new Error(`known content was expected, the check answered ${answer.uploadflag}`);
    await this.#prove(answer, content, name, parentId, lane);
  }

  async #prove(ticket: InstantTicket, content: Content, name: string, parentId: string, lane: number): Promise<void> {
    await this.query('POST', calls.upload.secondUpload.path, proofFields(ticket, content, name, parentId), lane);
  }

  /** Several instant transfers: asked for in one call, proved in another. */
  async uploadSetInstantly(files: readonly FileToSend[], parentId: string, lane = 0): Promise<void> {
    const items = (await this.checkSet(files, parentId, lane)).map((answer, at) => {
      if (answer.uploadflag !== uploadFlags.known) throw new Error(`known content was expected, the check answered ${answer.uploadflag}`);
      return proofFields(answer, files[at]!.content, files[at]!.name, parentId);
    });
    await this.#each(calls.upload.secondUploads.path, items, lane);
  }

  /** A call with an answer for each of its items, all of which must be done. */
  async #each<Data>(path: string, items: readonly object[], lane: number): Promise<Data[]> {
    return (await this.json<EachAnswer<Data>[]>(path, { items }, lane)).map((answer) => {
      if (!answer.done) throw new Error(`${path}: ${JSON.stringify(answer)}`);
      return answer.data;
    });
  }

  async #sendWhole(plan: UploadPlan, content: Content, lane: number): Promise<undefined> {
    const auth =
      plan.putAuth ?? (await this.#sign(plan, 'put', 'PUT', [`${plan.resourcePath}?token=${encodeURIComponent(plan.token)}`], lane))[0];
    await this.#store('PUT', auth!, lane, content.pieces(0, content.size));
  }

  async #sendParts(plan: UploadPlan, content: Content, lane: number, lanes: number): Promise<string> {
    const token = `token=${encodeURIComponent(plan.token)}`;
    const uploadId = await this.#initiate(plan, lane);
    const etags: string[] = [];
    const signatures = new Map<number, Promise<UploadAuth[]>>();
    const signed = async (part: number): Promise<UploadAuth> => {
      const batch = Math.floor((part - 1) / signaturesAtOnce);
      const first = batch * signaturesAtOnce + 1;
      const numbers = Array.from({ length: Math.min(signaturesAtOnce, plan.partCount - first + 1) }, (_, index) => first + index);
      if (!signatures.has(batch)) signatures.set(batch, this.#signParts(plan, uploadId, numbers, lane + lanes));
      return (await signatures.get(batch)!)[part - first]!;
    };
    let next = 1;
    await Promise.all(
      Array.from({ length: lanes }, async (_, index) => {
        for (let part = next++; part <= plan.partCount; part = next++) {
          const auth = await signed(part);
          const body = content.pieces((part - 1) * plan.partSize, part === plan.partCount ? plan.lastPartSize : plan.partSize);
          etags[part - 1] = (await this.#store('PUT', auth, lane + index, body, plan.partChecksum)).headers['etag']!;
        }
      }),
    );
    const [merging] = await this.#sign(
      plan,
      'merge',
      'POST',
      [`${plan.resourcePath}?uploadId=${encodeURIComponent(uploadId)}&${token}`],
      lane,
    );
    const list = etags
      .map((etag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`)
      .join('');
    await this.#store('POST', merging!, lane, [Buffer.from(`<CompleteMultipartUpload>${list}</CompleteMultipartUpload>`)]);
    return uploadId;
  }

  async #initiate(plan: UploadPlan, lane: number): Promise<string> {
    const [opening] = await this.#sign(
      plan,
      'initiate',
      'POST',
      [`${plan.resourcePath}?uploads&token=${encodeURIComponent(plan.token)}`],
      lane,
    );
    const uploadId = /<UploadId>([^<]+)</.exec((await this.#store('POST', opening!, lane)).body.toString())?.[1];
    if (!uploadId) throw new Error('no upload id');
    return uploadId;
  }

  #signParts(plan: UploadPlan, uploadId: string, numbers: readonly number[], lane: number): Promise<UploadAuth[]> {
    const rest = `uploadId=${encodeURIComponent(uploadId)}&token=${encodeURIComponent(plan.token)}`;
    return this.#sign(
      plan,
      'part',
      'PUT',
      numbers.map((number) => `${plan.resourcePath}?partNumber=${number}&${rest}`),
      lane,
    );
  }

  /** Opens an upload in parts that somebody else sends: the signed request of each. */
  async openParts(content: Pick<Content, 'size' | 'md5'>, name: string, parentId: string): Promise<UploadAuth[]> {
    const plan = await this.check(content, name, parentId);
    if (plan.uploadflag !== uploadFlags.upload) throw new Error(`an upload was expected, the check answered ${JSON.stringify(plan)}`);
    const uploadId = await this.#initiate(plan, 0);
    const signed: UploadAuth[] = [];
    while (signed.length < plan.partCount) {
      const numbers = Array.from({ length: Math.min(signaturesAtOnce, plan.partCount - signed.length) }, (_, at) => signed.length + at + 1);
      signed.push(...(await this.#signParts(plan, uploadId, numbers, 0)));
    }
    return signed;
  }

  async #sign(plan: UploadPlan, action: string, httpVerb: string, resourceUri: string[], lane: number): Promise<UploadAuth[]> {
    const answer = await this.query<UploadAuth | UploadAuth[]>(
      'POST',
      '/disk/api/instance/queryUploadAuth',
      { httpVerb, bucketName: plan.bucketName, resourceUri, action, objectKey: plan.objectKey },
      lane,
    );
    return Array.isArray(answer) ? answer : [answer];
  }

  async #store(method: string, auth: UploadAuth, lane: number, body: readonly Buffer[] = [], checksum: 'crc32' | 'md5' = 'crc32') {
    const { pathname, search } = new URL(auth.url);
    const headers: Record<string, string> = { ...auth.headers, Authorization: auth.authorization };
    if (method === 'PUT')
      Object.assign(headers, checksum === 'crc32' ? { 'x-amz-checksum-crc32': crcOf(body) } : { 'Content-MD5': md5Of(body) });
    const answer = await this.connection(lane).request(method, pathname + search, headers, body);
    if (answer.status !== 200) throw new Error(`${method} ${pathname}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
    return answer;
  }
}

const checkFields = (content: Pick<Content, 'size' | 'md5'>, name: string, parentId: string) => ({
  fSize: content.size,
  fName: encodeName(name),
  fMd5: content.md5,
  category: 'NetDisk_1',
  parentId,
});

function saveFields(plan: UploadPlan, content: Content, name: string, parentId: string, uploadId?: string): Fields {
  const { partSize, lastPartSize } = partPlan(content.size);
  return {
    fMd5: content.md5,
    sha256: content.sha256,
    bucketName: plan.bucketName,
    objectKey: plan.objectKey,
    fSize: content.size,
    fName: encodeName(name),
    category: 'NetDisk_1',
    partSize,
    partNum: plan.partCount,
    lastPartSize,
    parentId,
    instanceType: '1',
    classifierId: 'File',
    uploadId,
  };
}

function proofFields({ fileId, proof }: InstantTicket, content: Content, name: string, parentId: string) {
  const hash = createHash('sha256').update(proof.nonce);
  for (const [start, length] of proof.ranges) for (const piece of content.pieces(start, length)) hash.update(piece);
  return {
    fileId,
    parentId,
    instanceType: '1',
    fileName: encodeName(name),
    category: 'NetDisk_1',
    sha256: content.sha256,
    proof: hash.digest('hex'),
  };
}

export function encodeFields(fields: Fields): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (Array.isArray(value)) for (const one of value) search.append(name, one);
    else if (value !== undefined) search.append(name, String(value));
  }
  return search.toString();
}

function crcOf(body: readonly Buffer[]): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(body.reduce((crc, piece) => crc32(piece, crc), 0));
  return bytes.toString('base64');
}

function md5Of(body: readonly Buffer[]): string {
  const hash = createHash('md5');
  for (const piece of body) hash.update(piece);
  return hash.digest('base64');
}

function unwrap<Data>(what: string, status: number, body: Buffer): Data {
  let envelope: Envelope<Data>;
  try {
    envelope = JSON.parse(body.toString()) as Envelope<Data>;
  } catch {
    throw new Error(`${what}: ${status} ${body.toString().slice(0, 300)}`);
  }
  if (envelope.errcode !== 0) throw new Error(`${what}: ${status} ${envelope.errcode} ${envelope.errmsg} ${envelope.field ?? ''}`);
  return envelope.data as Data;
}
