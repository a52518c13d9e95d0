/** A process that gets SIGTERM during an analyst's query. No engine limit ends the query, because it is inside one function call. */
import { runMain } from '../../../platform/shutdown.ts'
import { answerAnalyst } from '../../../reporting/sql-port/session.ts'
import { openReportingEngine } from './reporting-engine.ts'

const STUCK = 'SELECT count() FROM numbers(60000) WHERE has(range(1000000), number + 10000000)'

await runMain(async () => {
  const engine = await openReportingEngine()
  const question = { query: STUCK, parameters: {}, settings: {}, format: 'TSV' }
  const answering = answerAnalyst(engine.asker)(question)
  setTimeout(() => process.kill(process.pid, 'SIGTERM'), 2_000)
  return { close: () => answering.then(engine.close) }
})
