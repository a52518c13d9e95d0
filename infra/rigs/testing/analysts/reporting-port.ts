/** The analysts' port over its own engine, for the tests of one file. Port and engine close after these tests. */
import { afterAll, beforeAll } from 'vitest'
import { openSqlPort, type SqlPort } from '../../../reporting/sql-port/server.ts'
import { answerAnalyst } from '../../../reporting/sql-port/session.ts'
import { openReportingEngine, type ReportingEngine } from './reporting-engine.ts'

/** Call `url` and `engine` inside tests. */
export const openReportingPort = (token: string): { url(): string; engine(): ReportingEngine } => {
  let engine: ReportingEngine
  let port: SqlPort
  beforeAll(async () => {
    engine = await openReportingEngine()
    port = await openSqlPort({ port: 0, token, answer: answerAnalyst(engine.asker) })
  })
  afterAll(async () => {
    await port.close()
    await engine.close()
  })
  return { url: () => `http://127.0.0.1:${port.port}`, engine: () => engine }
}
