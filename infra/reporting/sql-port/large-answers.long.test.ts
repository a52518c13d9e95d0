/** Compressed answers leave the event loop free, like the plain ones in `protocol.test.ts`. */
import { expect, test } from 'vitest'
import { readBig } from '../../rigs/testing/analysts/read-big.ts'
import { openReportingPort } from '../../rigs/testing/analysts/reporting-port.ts'
import { heldBy } from '../../rigs/testing/loop-hold.ts'

const TOKEN = 'a-token-for-the-test'
const { url } = openReportingPort(TOKEN)

test('F15 an answer of 85 MB that is packed goes out in pieces: the event loop is never held', async () => {
  const read = async () => void (await readBig(url(), TOKEN, '?enable_http_compression=1'))
  expect(await heldBy(read, 250)).toBeLessThan(250)
})
