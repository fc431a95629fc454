/** Signs requests for clients. Both engines share it; they differ only in the bucket's address. */
import { contentDisposition } from './http-content.ts';
import { assertObjectKey } from './object-keys.ts';
import type { Credentials, DownloadGrant, SignedRequest, SigningMoment, Step } from './object-store.ts';
import { amzDate, authorizationHeader, canonicalQuery, signedQuery, UNSIGNED_PAYLOAD, uriEncodePath } from './sigv4.ts';
import type { SigningScope } from './sigv4.ts';
import { speedQuery } from './speed-limits.ts';

export interface RequestSigner {
  signStep(step: Step, at: SigningMoment): SignedRequest;
  signDownload(grant: DownloadGrant): string;
}

export interface SignerOptions extends SigningScope {
  bucket: string;
  /** Signs requests that write. Default: the user that signs everything else. */
  writer?: Credentials;
  /** Base address for a browser, without a trailing slash. */
  base: (origin: string) => string;
  /** The parameters that only our own host understands. */
  ownHost: boolean;
}

/**
 * Stored objects belong to the bucket's owner alone. Every upload signs this header: engines that obey unsigned headers would otherwise
 * accept any ACL from the client.
 */
export const uploadAcl = 'bucket-owner-full-control';

const METHODS = { put: 'PUT', initiate: 'POST', part: 'PUT', listParts: 'GET', merge: 'POST', abort: 'DELETE' } as const;

function stepQuery(step: Step, ownHost: boolean): [string, string][] {
  const token: [string, string][] = [
    ...(step.token === undefined ? [] : ([['token', step.token]] as [string, string][])),
    ...(ownHost && step.person !== undefined ? ([['person', step.person]] as [string, string][]) : []),
  ];
  const speed = ownHost && 'speed' in step && step.speed ? speedQuery(step.speed) : [];
  switch (step.kind) {
    case 'put':
      return [...token, ...speed];
    case 'initiate':
      return [['uploads', ''], ...token];
    case 'part':
      return [['partNumber', String(step.partNumber)], ['uploadId', step.uploadId], ...token, ...speed];
    case 'listParts': {
      const query: [string, string][] = [['max-parts', String(step.maxParts ?? 1000)], ['uploadId', step.uploadId], ...token];
      return step.partNumberMarker ? [...query, ['part-number-marker', String(step.partNumberMarker)]] : query;
    }
    case 'merge':
    case 'abort':
      return [['uploadId', step.uploadId], ...token];
    default:
      return step satisfies never;
  }
}

/** Our own host takes the token from the query and never replaces an object; an S3 engine needs headers for both. */
function stepHeaders(step: Step, ownHost: boolean): Record<string, string> {
  const headers: Record<string, string> = {};
  if (ownHost) return headers;
  if (step.kind === 'put' || step.kind === 'initiate') {
    if (step.token !== undefined) headers['x-amz-meta-token'] = step.token;
    if (step.contentType !== undefined) headers['content-type'] = step.contentType;
    headers['x-amz-acl'] = uploadAcl;
  }
  // A signature that is still valid must not replace an object that was already checked.
  if (step.kind === 'put') headers['if-none-match'] = '*';
  return headers;
}

export function requestSigner({ bucket, base, ownHost, writer, ...scope }: SignerOptions): RequestSigner {
  const writing = writer ? { ...scope, credentials: writer } : scope;

  function place(origin: string, key: string) {
    assertObjectKey(key);
    const url = new URL(base(origin));
    return { origin: url.origin, host: url.host, path: `${url.pathname === '/' ? '' : url.pathname}/${bucket}/${key}` };
  }

  return {
    signStep(step, { origin, now }) {
      const at = place(origin, step.key);
      const date = amzDate(now);
      const method = METHODS[step.kind];
      const query = stepQuery(step, ownHost);
      const headers = { ...stepHeaders(step, ownHost), 'x-amz-content-sha256': UNSIGNED_PAYLOAD, 'x-amz-date': date };
      const signed: Record<string, string> = { ...headers, host: at.host };
      if ((step.kind === 'put' || step.kind === 'part') && step.lengthIs !== undefined) signed['content-length'] = String(step.lengthIs);
      const authorization = authorizationHeader(
        { method, path: at.path, query, headers: signed },
        step.kind === 'listParts' ? scope : writing,
      );
      const search = canonicalQuery(query);
      const resourceUri = `${uriEncodePath(at.path)}${search && `?${search}`}`;
      return { method, host: at.host, date, authorization, resourceUri, url: `${at.origin}${resourceUri}`, headers };
    },

    signDownload({ key, expiresSeconds, fileName, disposition, contentType, origin, now, speed, confuse, claim, person }) {
      const at = place(origin, key);
      const query: [string, string][] = [
        ['response-content-disposition', contentDisposition(disposition, fileName)],
        ['response-content-type', contentType],
      ];
      // An S3 engine returns the headers that the uploader stored, unless the link overrides them. Our own host stores none.
      if (!ownHost) query.push(['response-cache-control', 'private, no-store'], ['response-content-encoding', 'identity']);
      if (ownHost && speed !== undefined) query.push(...speedQuery(speed));
      if (ownHost && confuse !== undefined) query.push(['confuse', confuse]);
      if (ownHost && person !== undefined) query.push(['person', person]);
      if (ownHost && claim !== undefined) query.push(['claim', claim]);
      const search = signedQuery({ method: 'GET', path: at.path, query, headers: { host: at.host } }, scope, now, expiresSeconds);
      return `${at.origin}${uriEncodePath(at.path)}?${search}`;
    },
  };
}
