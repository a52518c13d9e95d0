/** `npm start` for its operator: process, messages and exit. `start.long.test.ts` covers obstacles. */
import { expect, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { isRunning, openNpmStart } from '../rigs/testing/run/npm-start.ts'

const { start } = openNpmStart()

test('the first successful start prints the address and a working staff login', async () => {
  const PORT = String(await freePort())
  const first = start({ PORT })
  await isRunning(first.output)
  expect(first.output.text).toContain(`http://localhost:${PORT}/admin`)
  const [, username, password] = /username\s+(\S+)\s+password\s+(\S+)/.exec(first.output.text) ?? []
  const answer = await fetch(`http://localhost:${PORT}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  expect(answer.status).toBe(200)
  first.child.kill('SIGINT')
  expect(await first.ended).toBe(0)
})
