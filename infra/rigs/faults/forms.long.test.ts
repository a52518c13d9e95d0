import { setTimeout as sleep } from 'node:timers/promises'
import { v7 } from 'uuid'
import { expect, test } from 'vitest'
import { EXACT } from './judge.ts'
import { FULL, openRandom, type Random } from './random.ts'
import { reportVerdict } from './results.ts'
import { openSystemChild } from './system-child.ts'

type Target = { url: string }

/** Submits until accepted, as the page does, then twice more, as an impatient visitor or a retrying proxy does. */
const submit = async (target: Target, random: Random): Promise<void> => {
  const key = v7()
  const eventId = v7()
  const sessionId = `utm_${Date.now()}_${random.int(0, 2 ** 30).toString(36)}`
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': key,
    'x-session-id': sessionId,
    'x-event-id': eventId,
  }
  const form = { name: 'Ada', email: `${key}@example.com`, message: 'Hello', source: 'contact_form' }
  const event = { id: eventId, sessionId, conversionType: 'form_submission', formType: 'contact_form' }
  const post = (path: string, body: unknown) =>
    fetch(`${target.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }).then(
      answer => answer.arrayBuffer().then(() => answer.ok),
      () => false,
    )
  for (let taken = 0; taken < 3; await sleep(random.int(5, 50))) if (await post('contact', form)) taken++
  // The browser also sends an event of the same conversion.
  while (!(await post('analytics/conversion', event))) await sleep(50)
}

test('R-28 each form that is sent three times with one key while the system is killed is one lead and one conversion', async () => {
  const random = openRandom('R-28')
  const system = await openSystemChild()
  const forms = FULL ? 400 : 24
  const kills = FULL ? 15 : 2
  let child = await system.start()
  const target = { url: child.url }
  let left = forms
  const visitors = Array.from({ length: 4 }, async () => {
    while (left-- > 0) await submit(target, random)
  })
  for (let kill = 0; kill < kills; kill++) {
    await sleep(random.int(50, FULL ? 1_500 : 300))
    await child.end('SIGKILL')
    child = await system.start()
    target.url = child.url
  }
  await Promise.all(visitors)
  await system.outboxIsEmpty()
  await system.caughtUp()
  expect(await child.end('SIGTERM')).toBe(0)
  expect(await system.countLeads()).toEqual({ leads: forms, addresses: forms })
  const verdict = await system.judge()
  await reportVerdict('R-28', 'kill -9 while forms are sent three times each', kills, verdict)
  // Each form makes two events: a conversion and a lead.
  expect(verdict).toMatchObject({ ...EXACT, uniqueEvents: 2 * forms })
}, 300_000)
