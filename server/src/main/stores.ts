/** Builds what more than one process needs. */
import { S3ObjectStore } from '../adapters/object-store.ts'
import { RestateEngine } from '../adapters/restate.ts'
import type { Clock } from '../domain/deps.ts'
import type { Config } from './config.ts'

/** For tools that run for a moment; a process of the service goes by the database's clock. */
const OWN_CLOCK: Clock = { now: () => new Date() }

export function objectStoreOf(config: Config, clock = OWN_CLOCK): S3ObjectStore {
  const publicEndpoint = config.TIEOUT_S3_PUBLIC_ENDPOINT
  return new S3ObjectStore({
    endpoint: config.TIEOUT_S3_ENDPOINT,
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    region: config.TIEOUT_S3_REGION,
    bucket: config.TIEOUT_S3_BUCKET_DOCUMENTS,
    accessKey: config.TIEOUT_S3_ACCESS_KEY,
    secretKey: config.TIEOUT_S3_SECRET_KEY,
    clock,
  })
}

export function engineOf(config: Config, clock = OWN_CLOCK): RestateEngine {
  return new RestateEngine({
    ingressUrl: config.TIEOUT_RESTATE_INGRESS_URL,
    adminUrl: config.TIEOUT_RESTATE_ADMIN_URL,
    prefix: config.TIEOUT_RESTATE_PREFIX,
    clock,
  })
}
