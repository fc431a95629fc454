import { partPlan } from '@alcove/contract';
import type { calls } from '@alcove/contract';
import type { RequestOf, UploadAuth } from '@alcove/contract';
import { Failure, holderOf, makerOf } from '../http/index.ts';
import type { UserContext } from '../http/index.ts';
import { authorise } from '../permission/index.ts';
import type { Speed, Step } from '../storage/index.ts';
import type { UploadDeps } from './deps.ts';
import { bindStoreUpload, findUpload, keepUploadAlive } from './upload-queries.ts';
import type { OpenUpload, UploadRow } from './upload-queries.ts';
import { planOf } from './signed-plans.ts';
import type { SignedPlan } from './signed-plans.ts';
import { readStep } from './upload-steps.ts';
import type { UploadStep } from './upload-steps.ts';

type Auth = RequestOf<typeof calls.upload.queryUploadAuth>;

/**
 * Signs the next legal steps of an upload that the caller began. The request is only compared with the upload's row; what is signed comes
 * from the row. Throws UPLOAD_UNKNOWN, UPLOAD_STEP_WRONG.
 */
export async function queryUploadAuth(deps: UploadDeps, input: Auth, context: UserContext): Promise<UploadAuth | UploadAuth[]> {
  const planned = planOf(deps, input.objectKey, context.caller);
  if (planned && input.bucketName === deps.store.bucket) return signPut(deps, planned, input, context);
  const upload = await findUpload(deps.database, makerOf(context.caller), input.objectKey);
  if (!upload || upload.state !== 'open' || input.bucketName !== deps.store.bucket) throw new Failure('UPLOAD_UNKNOWN');
  // What visitors may do can end while their token is still good. Of people the save asks again.
  if (context.caller.visitor) await authorise(deps.database, context.caller, upload.parent_id, 'upload');
  const uris = Array.isArray(input.resourceUri) ? input.resourceUri : [input.resourceUri];
  const steps = uris.map((uri) => {
    const step = readStep(input.httpVerb, uri, { bucket: deps.store.bucket, key: upload.object_key, partCount: upload.part_count });
    if (!step) throw new Failure('UPLOAD_STEP_WRONG');
    return step;
  });
  for (const uploadId of new Set(steps.flatMap((step) => ('uploadId' in step ? [step.uploadId] : []))))
    await requireOwnUploadId(deps, upload, uploadId);
  await keepUploadAlive(deps.database, upload.id);
  const signed = signSteps(deps, upload, steps, context);
  return Array.isArray(input.resourceUri) ? signed : signed[0]!;
}

/** A small upload has no row, and no step but one. */
function signPut(deps: UploadDeps, { objectKey, token, size }: SignedPlan, input: Auth, context: UserContext): UploadAuth | UploadAuth[] {
  const { partSize, partCount } = partPlan(size);
  const upload = { object_key: objectKey, token, size, part_size: partSize, part_count: partCount };
  const uris = [input.resourceUri].flat();
  const steps = uris.map((uri) => readStep(input.httpVerb, uri, { bucket: deps.store.bucket, key: objectKey, partCount }));
  const puts = steps.filter((step) => step?.kind === 'put');
  if (puts.length < steps.length) throw new Failure('UPLOAD_STEP_WRONG');
  const signed = signSteps(deps, upload, puts, context);
  return Array.isArray(input.resourceUri) ? signed : signed[0]!;
}

/** The browser opens the multipart upload itself, so the first id that it names is looked up at the store before it is bound. */
async function requireOwnUploadId({ database, store }: UploadDeps, upload: UploadRow, uploadId: string): Promise<void> {
  if (upload.store_upload_id === uploadId) return;
  if (upload.store_upload_id !== null || (await store.listParts(upload.object_key, uploadId)) === null)
    throw new Failure('UPLOAD_STEP_WRONG');
  if (!(await bindStoreUpload(database, upload.id, uploadId))) throw new Failure('UPLOAD_STEP_WRONG');
}

export function signSteps(
  { store, now }: UploadDeps,
  upload: SignedFrom,
  steps: readonly UploadStep[],
  { origin, caller }: UserContext,
): UploadAuth[] {
  const speed = caller.speedLimit === null ? undefined : { key: caller.userId, bytesPerSecond: caller.speedLimit };
  return steps.map((step) => {
    const signed = store.signStep({ ...toStoreStep(step, upload, speed), person: holderOf(caller) }, { origin, now: now() });
    return { host: signed.host, date: signed.date, authorization: signed.authorization, url: signed.url, headers: signed.headers };
  });
}

type SignedFrom = Omit<OpenUpload, 'confuse' | 'store_upload_id'>;

/** Verb, key, upload id, part number and length come from the row, the speed limit from the person. */
function toStoreStep(step: UploadStep, upload: SignedFrom, speed: Speed | undefined): Step {
  const of = { key: upload.object_key, token: upload.token };
  switch (step.kind) {
    case 'put':
      return { kind: 'put', ...of, lengthIs: upload.size, speed };
    case 'initiate':
      return { kind: 'initiate', ...of };
    case 'part':
      return {
        kind: 'part',
        ...of,
        uploadId: step.uploadId,
        partNumber: step.partNumber,
        lengthIs: step.partNumber < upload.part_count ? upload.part_size : upload.size - (upload.part_count - 1) * upload.part_size,
        speed,
      };
    case 'listParts':
      return { kind: 'listParts', ...of, uploadId: step.uploadId, partNumberMarker: step.partNumberMarker };
    case 'merge':
    case 'abort':
      return { kind: step.kind, ...of, uploadId: step.uploadId };
    default:
      return step satisfies never;
  }
}
