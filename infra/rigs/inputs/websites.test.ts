import { ONBOARDING, postForm, TRIAL } from '@firsttouch/api/testing/forms'
import { openInboxDesk } from '@firsttouch/api/testing/inbox'
import { expect, test } from 'vitest'
import websites from './websites.json' with { type: 'json' }

/** `right`: the stored address. null if the forms refuse it. `says`: part of the refusal's sentence. */
const rows: { input: string; right: string | null; says?: string; source: string }[] = websites

const desk = await openInboxDesk()

test.each(rows)(
  'the website $input is stored as $right by both forms with that field',
  async ({ input, right, says }) => {
    const trial = await postForm(desk.api.app, 'trial-signup', { ...TRIAL, website: input })
    const onboarding = await postForm(desk.api.app, 'onboarding', { ...ONBOARDING, websiteAddress: input })
    if (right === null) {
      const sentence = says ? expect.stringContaining(says) : 'Valid website URL required'
      expect(trial.json().issues).toEqual([{ path: 'website', message: sentence }])
      expect(onboarding.json().issues).toEqual([{ path: 'websiteAddress', message: sentence }])
      return
    }
    const stored = await desk.api.sql`SELECT website FROM trial_signups WHERE lead_id = ${trial.json().id}`
    expect(stored).toEqual([{ website: right }])
    const { submission } = (await desk.call('GET', `onboarding/${onboarding.json().id}`)).json()
    expect(submission.websiteAddress).toBe(right)
  },
)
