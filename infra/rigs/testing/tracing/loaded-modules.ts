/** Starts and stops a service in this process and prints the OpenTelemetry modules that it loaded. A test runs it. */
import { registerHooks } from 'node:module'

const loaded = new Set<string>()
registerHooks({
  load: (url, context, next) => {
    const [, name] = /node_modules\/(@opentelemetry\/[^/]+)/.exec(url) ?? []
    if (name) loaded.add(name)
    return next(url, context)
  },
})

for (const main of ['ingest/main', 'projector/main', 'api/main', 'infra/app/site/main', 'infra/app/start'])
  await import(`../../../../${main}.ts`)
const { startService } = await import('../../../platform/service.ts')
const { readEnv } = await import('../../../platform/env.ts')
const running = await startService('ingest', readEnv({ ...process.env, PORT: '0' }), async () => ({}), 0)
await running.close()
console.log(JSON.stringify([...loaded].toSorted()))
process.exit(0)
