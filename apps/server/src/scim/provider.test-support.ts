/** A provider that pushes: its requests are those that Microsoft Entra ID and Okta document. */
import { calls } from '@alcove/contract';
import type { Client } from '../testing/index.ts';

export interface Answered {
  status: number;
  type: string;
  headers: Headers;
  // eslint-disable-next-line no-explicit-any -- whatever was answered
  body: any;
}

export interface Provider {
  platformId: string;
  token: string;
  send(method: string, path: string, body?: unknown, more?: { token?: string | null; type?: string; raw?: string }): Promise<Answered>;
}

export function providerAt(address: string, token: string): Provider {
  const provider: Provider = {
    platformId: address.split('/').at(-1)!,
    token,
    async send(method, path, body, { token: other = provider.token, type = 'application/scim+json', raw = JSON.stringify(body) } = {}) {
      const response = await fetch(address + path, {
        method,
        headers: {
          'accept-language': 'en',
          ...(other !== null && { authorization: `Bearer ${other}` }),
          ...(raw !== undefined && { 'content-type': type }),
        },
        ...(raw !== undefined && { body: raw }),
      });
      const text = await response.text();
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        headers: response.headers,
        body: text === '' ? null : JSON.parse(text),
      };
    },
  };
  return provider;
}

export async function providerFor(
  admin: Client,
  name: string,
  more: { matchesAccounts?: boolean; signInPlatformId?: string } = {},
): Promise<Provider> {
  const { platformId, address } = await admin.call(calls.adminPlatform.createScim, { name, enabled: true, ...more });
  const { token } = await admin.call(calls.adminPlatform.renewScimToken, { platformId });
  return providerAt(address, token);
}

/** As Okta makes a person. */
export const oktaUser = (userName: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName,
  name: { givenName: 'Test', familyName: 'User' },
  emails: [{ primary: true, value: `${userName}@okta.local`, type: 'work' }],
  displayName: 'Test User',
  locale: 'en-US',
  externalId: `00u-${userName}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

/** As Microsoft Entra makes a person. */
export const entraUser = (userName: string): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `0a21f0f2-${userName}`,
  userName,
  active: true,
  emails: [{ primary: true, type: 'work', value: 'Test_User_fd0ea19b@testuser.com' }],
  meta: { resourceType: 'User' },
  name: { formatted: 'givenName familyName', familyName: 'familyName', givenName: 'givenName' },
  roles: [],
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Sales', employeeNumber: '1' },
});

export const patch = (...operations: Record<string, unknown>[]): Record<string, unknown> => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
