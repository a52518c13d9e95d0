/** As many slow questions as analysts may ask at a time, and what the product does meanwhile: prints what ended, in order. */
import { scrypt } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { AT_ONCE } from '../../../reporting/sql-port/server.ts'
import { answerAnalyst } from '../../../reporting/sql-port/session.ts'
import { openReportingEngine } from './reporting-engine.ts'

const SLOW = 'SELECT count() FROM numbers(500000000) WHERE sin(number) + cos(number) + tan(number) > 1000'

const engine = await openReportingEngine()
const ended: string[] = []
const note = (name: string) => () => {
  ended.push(name)
}
const answer = answerAnalyst(engine.asker)
const question = { query: SLOW, parameters: {}, settings: { max_execution_time: '5' }, format: 'TSV' }
// The functions of the engine are known from here on, and each question goes straight to its own query.
await answer({ ...question, query: 'SELECT 1' })
const asked = Array.from({ length: AT_ONCE }, () => answer(question).then(note('analyst'), note('analyst')))
await new Promise(resolve => setTimeout(resolve, 1_000))
await Promise.all([
  ...asked,
  promisify(scrypt)('a password', 'salt', 32).then(note('password')),
  readFile(engine.file).then(note('file')),
  engine.owner.query({ query: 'SELECT 1' }).then(note('query')),
])
console.log(JSON.stringify(ended))
await engine.close()
process.exit(0)
