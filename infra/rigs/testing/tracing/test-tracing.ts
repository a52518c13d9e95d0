import { readEnv } from '../../../platform/env.ts'
import { openTracing } from '../../../platform/tracing/open.ts'
import { cleanUpAfter } from '../clean-up.ts'
import { type ReceivedSpan, startOtlpReceiver } from './otlp-receiver.ts'

const cleanUp = cleanUpAfter('each')

export const openTestTracing = async (env: Record<string, string> = {}) => {
  const collector = await startOtlpReceiver()
  cleanUp.push(collector.close)
  const given = readEnv({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env })
  const tracing = await openTracing(given, 'ingest', error => {
    throw error
  })
  if (!tracing) throw new Error('There is a collector, so there must be tracing.')
  /** Closes the tracing and returns the collected spans. */
  const received = async (): Promise<ReceivedSpan[]> => {
    await tracing.close()
    return collector.spans
  }
  /** Runs `work` inside a request span. */
  const within = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const span = tracing.request({ method: 'GET', id: 'of the test', traceparent: undefined })
      span?.run(() =>
        work()
          .finally(() => span.end({ route: '/', status: 200 }))
          .then(resolve, reject),
      )
    })
  return { tracing, received, within, bodies: collector.bodies }
}
