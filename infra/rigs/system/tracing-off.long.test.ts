import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, '..', 'testing', 'tracing', 'loaded-modules.ts')

const loadedWith = async (env: Record<string, string>): Promise<string[]> => {
  const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT], {
    env: { PATH: process.env.PATH, DRAIN_SECONDS: '0', ...env },
  })
  return JSON.parse(stdout)
}

test('no service loads OpenTelemetry’s SDK without a collector', async () => {
  const [off, on] = await Promise.all([
    loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: '', OTEL_TRACES_SAMPLER: 'always_on' }),
    loadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }),
  ])
  // prom-client loads this package, which holds types and empty functions.
  expect(off.filter(name => name !== '@opentelemetry/api')).toEqual([])
  expect(on).toContain('@opentelemetry/sdk-trace')
})
