import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browser features that none of our pages uses. Those they use (clipboard, full screen) are not restricted. */
const unused = ['camera', 'display-capture', 'geolocation', 'hid', 'microphone', 'midi', 'payment', 'serial', 'usb'];
const permissionsPolicy = unused.map((feature) => `${feature}=()`).join(', ');

/** Headers of every answer. They are set on the raw response, because file contents and live events bypass the framework. */
export function setCommonHeaders(request: FastifyRequest, { raw }: FastifyReply): void {
  raw.setHeader('x-content-type-options', 'nosniff');
  raw.setHeader('x-trace-id', request.id);
  raw.setHeader('permissions-policy', permissionsPolicy);
  if (request.protocol === 'https') raw.setHeader('strict-transport-security', 'max-age=31536000');
}
