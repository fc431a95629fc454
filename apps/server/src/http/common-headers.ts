import type { FastifyReply, FastifyRequest } from 'fastify';

/** What no page of ours asks a browser for; what it uses (clipboard, full screen) stays as it is. */
const unused = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/** What every answer carries. It is set beneath the framework, for bytes of files and live events go out past it. */
export function setCommonHeaders(request: FastifyRequest, { raw }: FastifyReply): void {
  raw.setHeader('x-content-type-options', 'nosniff');
  raw.setHeader('x-trace-id', request.id);
  raw.setHeader('permissions-policy', permissionsPolicy);
  if (request.protocol === 'https') raw.setHeader('strict-transport-security', 'max-age=31536000');
}
