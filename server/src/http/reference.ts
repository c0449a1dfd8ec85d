/** The OpenAPI document and a page to read it on; both are public, since they hold no data. */
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

export async function addReference(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  app.get('/openapi.json', () => document)
  await app.register(scalar, {
    routePrefix: '/reference',
    configuration: { url: '/openapi.json', pageTitle: 'Tieout API', withDefaultFonts: false, telemetry: false },
  })
}
