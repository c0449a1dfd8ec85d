/** All durable services behind one HTTP/2 handler that answers nobody but the engine. */
import { createEndpointHandler } from '@restatedev/restate-sdk'
import type { WorkerDeps } from '../domain/deps.ts'
import { endWorkTogether } from '../domain/hand-off/end-work.ts'
import { exportService } from './export.ts'
import { forgetBlobsService } from './forget-blobs.ts'
import { mappingObjects } from './mapping.ts'
import { memoRenderService } from './memo-render.ts'
import { packageService } from './package.ts'
import { pageImagesService } from './page-images.ts'
import { rereadService } from './reread.ts'
import { sandboxObjects } from './sandbox.ts'
import { spreadObject } from './spread.ts'
import { webhookDeliveryObject } from './webhook-delivery.ts'
import { workbookObject } from './workbook.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export interface EndpointOptions {
  readonly deps: WorkerDeps
  /** Put before every service name, so that installations can share one engine. */
  readonly prefix: string
  /** The public half of the key that the engine signs its requests with. */
  readonly identityKey: string
  readonly log: (level: LogLevel, message: string) => void
}

export function pipelineEndpoint(options: EndpointOptions): ReturnType<typeof createEndpointHandler> {
  const { deps, prefix } = options
  const end = endWorkTogether(deps)
  return createEndpointHandler({
    services: [
      packageService(deps, prefix),
      ...mappingObjects(deps, prefix, end),
      spreadObject(deps, prefix, end),
      exportService(deps, prefix, end),
      workbookObject(deps, prefix, end),
      memoRenderService(deps, prefix, end),
      forgetBlobsService(deps, prefix, end),
      rereadService(deps, prefix, end),
      pageImagesService(deps, prefix, end),
      ...sandboxObjects(deps, prefix),
      webhookDeliveryObject({ ...deps, onNoAnswer: (reason) => options.log('info', `webhook: ${reason}`) }, prefix),
    ],
    identityKeys: [options.identityKey],
    logger: (meta, ...words) => options.log(levelOf(meta.level), words.map(String).join(' ')),
  })
}

function levelOf(level: string): LogLevel {
  if (level === 'warn' || level === 'error' || level === 'info') return level
  return 'debug'
}
