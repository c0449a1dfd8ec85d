/** Counts and times every request, and logs one line for each. */
import { metrics, trace, SpanKind, SpanStatusCode } from '@opentelemetry/api'
import type { Span } from '@opentelemetry/api'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    span: Span | null
  }
}

export function addMeasuring(app: FastifyInstance): void {
  const meter = metrics.getMeter('tieout.http')
  const tracer = trace.getTracer('tieout.http')
  const duration = meter.createHistogram('http.server.request.duration', {
    unit: 's',
    description: 'From the arrival of a request to the end of its answer.',
    advice: { explicitBucketBoundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] },
  })
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    request.span = tracer.startSpan(`${request.method} ${route}`, {
      kind: SpanKind.SERVER,
      attributes: { 'http.request.method': request.method, 'http.route': route, 'tieout.request_id': request.id },
    })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    const seconds = reply.elapsedTime / 1000
    // A stream lasts for as long as somebody listens: that says nothing about how fast the service is.
    if (request.routeOptions.config.declaration?.openForMs === undefined)
      duration.record(seconds, {
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': reply.statusCode,
      })
    request.span?.setAttribute('http.response.status_code', reply.statusCode)
    if (reply.statusCode >= 500) request.span?.setStatus({ code: SpanStatusCode.ERROR })
    request.span?.end()
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        ...(request.caller && { workspace: request.caller.workspaceId, key: request.caller.keyId }),
      },
      'request',
    )
    done()
  })
}
