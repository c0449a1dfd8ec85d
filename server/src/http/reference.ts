/**
 * The OpenAPI document and a page to read it on; both are public, since they hold no data. The page comes from this
 * server alone: its parts that would call services elsewhere are off, and its policy lets it talk to nobody else.
 */
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { openApiDocument } from './openapi.ts'

const PAGE_POLICY =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

export async function addReference(app: FastifyInstance): Promise<void> {
  const document = openApiDocument()
  app.get('/openapi.json', () => document)
  await app.register(scalar, {
    routePrefix: '/reference',
    hooks: {
      onRequest: (_request, reply, done) => {
        reply.header('Content-Security-Policy', PAGE_POLICY).header('Referrer-Policy', 'no-referrer')
        done()
      },
    },
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Tieout API',
      withDefaultFonts: false,
      telemetry: false,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
    },
  })
}
