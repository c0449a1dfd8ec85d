/** Builds what more than one process needs. */
import { S3ObjectStore } from '../adapters/object-store.ts'
import { RestateEngine } from '../adapters/restate.ts'
import type { Config } from './config.ts'

export function objectStoreOf(config: Config): S3ObjectStore {
  const publicEndpoint = config.TIEOUT_S3_PUBLIC_ENDPOINT
  return new S3ObjectStore({
    endpoint: config.TIEOUT_S3_ENDPOINT,
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    region: config.TIEOUT_S3_REGION,
    bucket: config.TIEOUT_S3_BUCKET_DOCUMENTS,
    accessKey: config.TIEOUT_S3_ACCESS_KEY,
    secretKey: config.TIEOUT_S3_SECRET_KEY,
  })
}

export function engineOf(config: Config): RestateEngine {
  return new RestateEngine({
    ingressUrl: config.TIEOUT_RESTATE_INGRESS_URL,
    adminUrl: config.TIEOUT_RESTATE_ADMIN_URL,
    prefix: config.TIEOUT_RESTATE_PREFIX,
  })
}
