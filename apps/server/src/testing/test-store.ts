import type { StoreConfig } from '../config.ts';

export type S3TestStore = Extract<StoreConfig, { kind: 's3' }>;

/** A bucket of the S3 engine that the tests use, or null if they use folders of this machine. */
export function s3TestStore(bucket: string): S3TestStore | null {
  const of = (name: string): string => process.env[`ALCOVE_TEST_S3_${name}`] ?? '';
  if (of('ENDPOINT') === '') return null;
  return {
    kind: 's3',
    endpoint: of('ENDPOINT'),
    publicEndpoint: of('ENDPOINT'),
    region: 'us-east-1',
    bucket,
    accessKey: of('ACCESS_KEY'),
    secretKey: of('SECRET_KEY'),
    uploader: { accessKey: of('UPLOAD_ACCESS_KEY'), secretKey: of('UPLOAD_SECRET_KEY') },
    allowedOrigins: ['*'],
  };
}
