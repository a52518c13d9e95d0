import { expect, test } from 'vitest'
import { REPLY_HOURS, REPLY_WORDS, TEAM_DAYS, TEAM_HOURS, TEAM_WORDS } from './reply-promise.ts'

test('the pages promise the reply time that the API uses', () => {
  expect(REPLY_WORDS).toEqual({ form: `${REPLY_HOURS.form} hours`, trial: `${REPLY_HOURS.trial} hours` })
  expect(TEAM_DAYS).toEqual([1, 2, 3, 4, 5, 6])
  expect(TEAM_WORDS).toBe(`Monday to Saturday ${TEAM_HOURS.from}AM-${TEAM_HOURS.to - 12}PM GMT`)
})
