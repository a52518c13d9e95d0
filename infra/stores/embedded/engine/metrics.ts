import { Counter, type Registry } from 'prom-client'
import type { Engine } from './supervisor.ts'

export const engineMetrics = (registry: Registry, engine: Engine): void => {
  new Counter({
    name: 'engine_restarts_total',
    help: 'How often the embedded ClickHouse engine ended and was started again.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(engine.restarts())
    },
  })
}
