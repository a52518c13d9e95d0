import { openInboxDesk } from '@firsttouch/api/testing/inbox'
import { expect, test } from 'vitest'
import search from './search.json' with { type: 'json' }

/** `stored`: the lead's text in `field`. `right`: whether a search for `input` finds it. */
const rows: { input: string; stored: string; field: string; right: boolean; source: string }[] = search

const ONBOARDING: Record<string, string> = {
  name: 'fullName',
  business: 'businessName',
  phone: 'mobileNumber',
  email: 'emailAddress',
  message: 'notes',
}

const desk = await openInboxDesk()

test.each(rows)(
  'a search for $input finds a lead whose $field is $stored: $right',
  async ({ input, stored, field, right }) => {
    const lead = await desk.contact('Ann', { [field]: stored })
    const customer = await desk.onboard('Ann', { [ONBOARDING[field] ?? '']: stored })
    for (const [inbox, id] of [
      ['leads', lead],
      ['onboarding', customer],
    ]) {
      const answer = await desk.call('GET', `${inbox}/search?limit=500&q=${encodeURIComponent(input)}`)
      const ids: string[] = answer.json().items.map((item: { id: string }) => item.id)
      expect([inbox, ids.includes(String(id))]).toEqual([inbox, right])
    }
  },
)
