/** Answers that are packed, or looked through for a driver: they leave the event loop free as plain ones do in `protocol.test.ts`. */
import { expect, test } from 'vitest'
import { readBig } from '../../rigs/testing/analysts/read-big.ts'
import { openReportingPort } from '../../rigs/testing/analysts/reporting-port.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'

const TOKEN = 'a-token-for-the-test'
const { url } = openReportingPort(TOKEN)

test.each(['?enable_http_compression=1', '?compress=1'])(
  'F15 an answer of 85 MB goes out in pieces, packed by %s: the event loop is never held',
  async search => {
    expect(await heldBy(async () => void (await readBig(url(), TOKEN, search)), 250)).toBeLessThan(250)
  },
)

test('no answer is stepped through in one go: sixty million empty texts leave the event loop free', async () => {
  const columns = Array.from({ length: 1_000 }, (_, i) => `'' AS c${i}`)
  const read = async () => {
    const answer = await fetch(`${url()}/?default_format=Native&client_protocol_version=54470`, {
      method: 'POST',
      headers: { 'x-clickhouse-key': TOKEN },
      body: `SELECT ${columns} FROM numbers(60000)`,
    })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(60_000_000)
  }
  const before = process.threadCpuUsage()
  await read()
  const { user, system } = process.threadCpuUsage(before)
  // In one go it is half of all that the thread does for the answer; in turns a tenth. A slow machine is slow in both.
  const most = (0.3 * (user + system)) / 1_000
  expect(await heldBy(read, most)).toBeLessThan(most)
})
