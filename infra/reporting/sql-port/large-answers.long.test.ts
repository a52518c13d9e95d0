/** Compressed answers leave the event loop free, like the plain ones in `protocol.test.ts`. */
import { expect, test } from 'vitest'
import { readBig } from '../../rigs/testing/analysts/read-big.ts'
import { openReportingPort } from '../../rigs/testing/analysts/reporting-port.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'

const TOKEN = 'a-token-for-the-test'
const { url } = openReportingPort(TOKEN)

test('F15 a compressed answer of 85 MB is streamed and never blocks the event loop', async () => {
  const read = async () => void (await readBig(url(), TOKEN, '?enable_http_compression=1'))
  expect(await heldBy(read, 250)).toBeLessThan(250)
})
