import { limits } from '@alcove/contract';
import type { UploadAuth, UploadPlan } from '@alcove/contract';
import { withRetries, worthAsking } from '../retry.ts';
import { callOptions } from './run.ts';
import type { Run } from './run.ts';
import { fromCall } from './errors.ts';
import type { UploadErrorCode } from './errors.ts';

/** Signatures of storage requests. They are valid for about 15 minutes; those older than 10 are requested again. */
const freshMs = 600_000;
const mostAhead = 24;
/** The call's fields are in its address, so it must stay under the 8 KiB that common proxies accept. */
const longestAddress = 6000;

type Action = 'put' | 'initiate' | 'part' | 'listParts' | 'merge';
const verbs = { put: 'PUT', initiate: 'POST', part: 'PUT', listParts: 'GET', merge: 'POST' } as const;

/** The path and query of a storage request, without the host. */
export function resourceUri(plan: UploadPlan, action: Action, uploadId: string | null, number = 0): string {
  const token = `token=${encodeURIComponent(plan.token)}`;
  const id = `uploadId=${encodeURIComponent(uploadId ?? '')}`;
  const queries: Record<Action, string> = {
    put: token,
    initiate: `uploads&${token}`,
    part: `partNumber=${number}&${id}&${token}`,
    listParts: `${id}&max-parts=${limits.partsPerList}&part-number-marker=${number}&${token}`,
    merge: `${id}&${token}`,
  };
  return `${plan.resourcePath}?${queries[action]}`;
}

export async function sign(
  run: Run,
  plan: UploadPlan,
  action: Action,
  uris: string[],
  otherwise: UploadErrorCode = '[201]',
): Promise<UploadAuth[]> {
  const { ports, job, signal } = run;
  const request = {
    httpVerb: verbs[action],
    bucketName: plan.bucketName,
    objectKey: plan.objectKey,
    resourceUri: uris,
    action,
    contentType: '',
  };
  const ask = () => ports.call.auth(request, callOptions(run));
  return await withRetries(ask, { host: ports.host, signal, worth: worthAsking(job.target.linkPath) }).catch((error: unknown) => {
    throw fromCall(error, otherwise);
  });
}

/** The headers of a signed request. The signature does not cover `extra`. */
export const signedHeaders = (auth: UploadAuth, extra: Record<string, string> = {}): Record<string, string> => ({
  ...auth.headers,
  Authorization: auth.authorization,
  ...extra,
});

export interface PartSignatures {
  /** A fresh signature for the part. A request also fetches those of the following parts. */
  take(partNumber: number): Promise<UploadAuth>;
  /** The store refused the signature, so the next `take` fetches a new one. */
  refused(partNumber: number): void;
}

/** Fetches signatures for the parts still to be sent, in that order, in batches. */
export function signaturesOf(run: Run, plan: UploadPlan, uploadId: string, partNumbers: readonly number[]): PartSignatures {
  const held = new Map<number, { auth: UploadAuth; at: number }>();
  const taken = new Set<number>();
  const place = new Map(partNumbers.map((number, index) => [number, index]));
  const uriLength = encodeURIComponent(resourceUri(plan, 'part', uploadId, 10_000)).length + 'resourceUri='.length + 1;
  const batch = Math.max(1, Math.min(mostAhead, Math.floor(longestAddress / uriLength)));
  let underWay: Promise<void> | null = null;

  async function fetchFrom(first: number): Promise<void> {
    const numbers = [first];
    for (let index = (place.get(first) ?? 0) + 1; numbers.length < batch && index < partNumbers.length; index++) {
      const number = partNumbers[index];
      if (number !== undefined && !held.has(number) && !taken.has(number)) numbers.push(number);
    }
    const auths = await sign(
      run,
      plan,
      'part',
      numbers.map((number) => resourceUri(plan, 'part', uploadId, number)),
    );
    numbers.forEach((number, index) => {
      const auth = auths[index];
      if (auth) held.set(number, { auth, at: run.ports.host.now() });
    });
    if (auths.length < numbers.length) throw fromCall(new Error('fewer signatures than asked for'), '[201]');
  }

  return {
    refused: (partNumber) => void held.delete(partNumber),
    async take(partNumber) {
      for (;;) {
        const found = held.get(partNumber);
        if (found && run.ports.host.now() - found.at < freshMs) {
          taken.add(partNumber);
          return found.auth;
        }
        held.delete(partNumber);
        if (underWay) await underWay;
        else {
          underWay = fetchFrom(partNumber).finally(() => (underWay = null));
          await underWay;
        }
      }
    },
  };
}
