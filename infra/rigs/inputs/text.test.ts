import { normaliseEmail } from '@firsttouch/api/contract/fields/email'
import { CONTACT, postForm } from '@firsttouch/api/testing/forms'
import { openInboxDesk } from '@firsttouch/api/testing/inbox'
import { accept } from '@firsttouch/ingest/accept'
import { expect, test } from 'vitest'
import text from './text.json' with { type: 'json' }

/** `right`: the stored text. null if the form refuses it. */
const rows: { field: string; input: string; right: string | null; source: string }[] = text

const desk = await openInboxDesk()

test.each(rows)(
  'the $field $input on the contact form is stored as $right',
  async ({ field, input, right }) => {
    const answer = await postForm(desk.api.app, 'contact', { ...CONTACT, [field]: input })
    if (right === null) {
      expect(answer.json().issues).toEqual([expect.objectContaining({ path: field })])
      return
    }
    const { lead } = (await desk.call('GET', `leads/${answer.json().id}`)).json()
    expect(lead[field]).toBe(right)
  },
)

test.each(rows.filter(({ field }) => field === 'name'))(
  'the tag $input of a visit is logged as $right',
  ({ input, right }) => {
    const now = new Date('2026-03-01T12:00:00Z')
    const facts = { ip: '192.0.2.1', userAgent: 'x' }
    const accepted = accept('visit', { sessionId: 'utm_1_a', utm_campaign: input }, facts, now)
    expect(accepted).toMatchObject({ ok: true, event: { utm: { utm_campaign: right ?? '' } } })
  },
)

test.each([
  ['jürgen@bücher.example', 'JÜRGEN@xn--bcher-kva.example'],
  ['chloé@example.test', 'Chloe\u0301 <chloe\u0301@EXAMPLE.test.>'],
  ['zoe@example.test', 'mailto:\u200bzoe@example。test'],
])('the addresses %s and %s are one mailbox and therefore one person', async (one, other) => {
  expect(normaliseEmail(one)).toBe(normaliseEmail(other))
  await desk.empty()
  await desk.contact('One', { email: one })
  const id = await desk.contact('Other', { email: other })
  expect((await desk.call('GET', `leads/${id}`)).json().samePerson).toHaveLength(1)
})

test('null counts as empty in an optional field', async () => {
  const empty = { phone: null, business: null }
  expect((await postForm(desk.api.app, 'contact', { ...CONTACT, ...empty })).statusCode).toBe(200)
})
