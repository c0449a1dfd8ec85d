/** Metrics for Prometheus on a private port, and traces to a collector when one is named. */
import { metrics, trace } from '@opentelemetry/api'
import { PrometheusExporter } from '@opentelemetry/exporter-prometheus'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node'
import type { Config } from './config.ts'

/** Starts what the settings ask for; answers how to stop it. Called before anything makes an instrument. */
export function startTelemetry(config: Config, service: string): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': `tieout-${service}` })
  const stops: (() => Promise<void>)[] = []
  if (config.TIEOUT_METRICS_PORT > 0) {
    const exporter = new PrometheusExporter({ host: config.TIEOUT_METRICS_HOST, port: config.TIEOUT_METRICS_PORT })
    const provider = new MeterProvider({ resource, readers: [exporter] })
    metrics.setGlobalMeterProvider(provider)
    stops.push(() => provider.shutdown())
  }
  if (config.TIEOUT_OTLP_TRACES_URL !== undefined) {
    const exporter = new OTLPTraceExporter({ url: config.TIEOUT_OTLP_TRACES_URL })
    const provider = new NodeTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(exporter)] })
    trace.setGlobalTracerProvider(provider)
    stops.push(() => provider.shutdown())
  }
  return async () => {
    await Promise.allSettled(stops.map((stop) => stop()))
  }
}
