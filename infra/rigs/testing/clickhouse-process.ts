/**
 * Stands in for a ClickHouse server where none can be installed: the real engine over a data directory, in a process of
 * its own, behind the HTTP port with nothing forbidden. `node clickhouse-process.ts <data directory> <port> <token>`
 */

import { openSqlPort } from '../../reporting/sql-port/server.ts'
import { type Answer, openSession, type Question } from '../../reporting/sql-port/session.ts'
import { openClickHouse } from '../../stores/clickhouse.ts'
import { literal } from '../../stores/literal.ts'

const [dataDir = '', port = '0', token = ''] = process.argv.slice(2)
const engine = await openClickHouse({ dataDir })

const answer = async ({ query, settings, parameters, format }: Question): Promise<Answer> => {
  const session = openSession(dataDir)
  try {
    const set = [
      ...Object.entries(settings).map(([name, value]) => `${name} = ${literal(value)}`),
      ...Object.entries(parameters).map(([name, value]) => `param_${name} = ${literal(value)}`),
    ]
    if (set.length > 0) await session.run(`SET ${set.join(', ')}`)
    return await session.run(query, format)
  } finally {
    await session.close()
  }
}

const served = await openSqlPort({
  port: Number(port),
  token,
  answer,
  maxBytes: 512 * 1024 * 1024,
  atOnce: 16,
})
console.log(`listening on ${served.port}`)
process.once('SIGTERM', async () => {
  await served.close()
  await engine.close()
  process.exit(0)
})
