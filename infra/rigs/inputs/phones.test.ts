import { normalisePhone } from '@firsttouch/api/contract/fields/phone-number'
import { openInboxDesk } from '@firsttouch/api/testing/inbox'
import { cleanLine } from '@firsttouch/ingest/text'
import { expect, test } from 'vitest'
import phones from './phones.json' with { type: 'json' }

/** `country`: the business's country, GB by default. `call`: the number that the dashboard dials when the text holds no valid one. */
type Row = {
  input: string
  right: { e164: string; extension: string } | null
  country?: string
  call?: string
  source: string
}
const rows: Row[] = phones

const desk = await openInboxDesk()

test.each(rows.filter(row => row.country))(
  'a business in $country gets the right normal form of the number $input',
  row => expect(normalisePhone(row.input, row.country ?? '')).toEqual(row.right),
)

test.each(rows.filter(row => !row.country))(
  'the number $input on the contact form is stored with its normal form',
  async row => {
    const { input, right } = row
    const id = await desk.contact('Ann', { phone: input })
    const { lead } = (await desk.call('GET', `leads/${id}`)).json()
    expect(lead.phoneNumber).toEqual(right)
    expect(lead.phone).toBe(cleanLine(input))
  },
)

test('two leads with any two spellings of a number are one person', async () => {
  await desk.empty()
  const same = rows.filter(({ right, country }) => !country && right?.e164 === '+447700900123')
  for (const [at, { input }] of same.entries())
    await desk.contact('Ann', { phone: input, email: `ann${at}@example.test` })
  const { items } = (await desk.call('GET', 'leads/search?limit=500')).json()
  expect(items.map((lead: { samePerson: number }) => lead.samePerson)).toEqual(
    same.map(() => same.length - 1),
  )
})
