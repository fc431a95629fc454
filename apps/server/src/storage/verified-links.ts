/** A link that was verified once is read in many ranges (media, PDF, a resumed download): its signature is computed once. */
import { parseAmzDate } from './sigv4.ts';
import type { SigningScope } from './sigv4.ts';
import { verifySignature } from './sigv4-verify.ts';
import type { RequestToVerify, Verified } from './sigv4-verify.ts';

const most = 1000;

/** Only GETs whose signature covers the host alone are remembered, under everything that the signature depends on. */
export function rememberingVerifier(scope: SigningScope): (request: RequestToVerify) => Verified {
  const links = new Map<string, { verified: Verified; until: number }>();
  return (request) => {
    if (request.method !== 'GET' || request.headers.authorization !== undefined) return verifySignature(request, scope);
    const key = `${request.host} ${request.rawUrl}`;
    const known = links.get(key);
    if (known && request.now.getTime() < known.until && !Object.keys(request.headers).some((name) => name.startsWith('x-amz-')))
      return known.verified;
    const verified = verifySignature(request, scope);
    if (verified.ok && verified.signedHeaders.join() === 'host') {
      const oldest = links.size >= most ? links.keys().next().value : undefined;
      if (oldest !== undefined) links.delete(oldest);
      const signedAt = parseAmzDate(verified.query.get('X-Amz-Date') ?? '');
      links.set(key, { verified, until: signedAt + Number(verified.query.get('X-Amz-Expires') ?? 0) * 1000 });
    }
    return verified;
  };
}
