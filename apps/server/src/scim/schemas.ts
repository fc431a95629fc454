/** What this server says of itself (RFC 7644, 4; RFC 7643, 5 to 7): nothing that it cannot do. */
export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const;

/** Resources of a page. */
export const mostInPage = 200;

export const providerConfig = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: mostInPage },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'OAuth Bearer Token',
      description: 'A token that administrators make on the page of the platform',
      primary: true,
    },
  ],
};

const resourceType = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType';
export const resourceTypes = [
  { schemas: [resourceType], id: 'User', name: 'User', endpoint: '/Users', schema: schemas.user, schemaExtensions: [] },
  { schemas: [resourceType], id: 'Group', name: 'Group', endpoint: '/Groups', schema: schemas.group, schemaExtensions: [] },
];

type Attribute = Record<string, unknown>;
const attribute = (name: string, more: Attribute = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const complex = (name: string, subAttributes: Attribute[], more: Attribute = {}): Attribute =>
  attribute(name, { type: 'complex', subAttributes, ...more });
const externalId = attribute('externalId', { caseExact: true, uniqueness: 'server' });
const schemaOf = (id: string, name: string, attributes: Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes,
});

export const schemaList = [
  schemaOf(schemas.user, 'User', [
    attribute('userName', { required: true, uniqueness: 'server' }),
    externalId,
    attribute('displayName'),
    complex(
      'name',
      ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
    ),
    complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], { multiValued: true }),
    attribute('active', { type: 'boolean' }),
  ]),
  schemaOf(schemas.group, 'Group', [
    attribute('displayName', { required: true, uniqueness: 'server' }),
    externalId,
    complex('members', [attribute('value', { mutability: 'immutable' })], { multiValued: true, returned: 'request' }),
  ]),
];
