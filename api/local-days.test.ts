/** A visit at 00:20 local time belongs to the new day in every report. */

import { publishReporting } from '@firsttouch/infra/reporting/publish'
import { NUMBERS_KEY } from '@firsttouch/infra/rigs/testing/analysts/numbers-key'
import { project } from '@firsttouch/projector/run'
import { openStore } from '@firsttouch/projector/steps/store'
import { conversion, recordsOf, visit } from '@firsttouch/projector/testing/events'
import { expect, test } from 'vitest'
import { digestOf } from './digest/message.ts'
import { addDays } from './read-model/report-days.ts'
import { openStaffApi } from './testing/api.ts'

/** Mondays, so that the visit begins a week. In UTC, the first and third case are still Sunday. */
test.each([
  ['Asia/Kolkata', '2026-06-01', '2026-05-31T18:50:00.000Z'],
  ['America/St_Johns', '2026-06-01', '2026-06-01T02:50:00.000Z'],
  ['Pacific/Chatham', '2026-06-01', '2026-05-31T11:35:00.000Z'],
  ['America/Los_Angeles', '2026-06-01', '2026-06-01T07:20:00.000Z'],
])('in %s card, chart, landing pages, mail and SQL assign it to the same day', async (timeZone, day, at) => {
  const api = await openStaffApi({ timeZone })
  const { clickhouse, db, deps } = api
  const moment = Date.parse(at)
  const sessionId = `utm_${moment}_night`
  const store = openStore(clickhouse, db)
  // An earlier visit, so that there is a comparison period.
  const early = visit({ at: moment - 14 * 86_400_000, sessionId: 'utm_1_early' })
  const events = [visit({ at: moment, sessionId }), conversion({ at: moment + 1_000, sessionId })]
  await project(recordsOf([early, ...events]), { store })
  await api.moveTo(new Date(moment + 5 * 60_000))
  const ask = async (path: string) => (await api.call('GET', path)).json()

  for (const days of ['days=1', `from=${day}&to=${day}`]) {
    expect(await ask(`analytics?${days}`)).toMatchObject({
      totalVisits: 1,
      totalConversions: 1,
      range: { from: day, to: day, timeZone },
    })
    const { points } = await ask(`timeseries?${days}`)
    expect(points[0]).toMatchObject({
      at: new Date(moment - 20 * 60_000).toISOString(),
      visits: 1,
      conversions: 1,
    })
    expect((await ask(`landing-pages?${days}`)).pages).toMatchObject([{ visits: 1 }])
  }
  const yesterday = addDays(day, -1)
  expect(await ask(`analytics?from=${yesterday}&to=${yesterday}`)).toMatchObject({
    totalVisits: 0,
    totalConversions: 0,
  })

  const rowsOfMail = async (week: string) =>
    Object.fromEntries((await digestOf(deps, 'https://a', week)).sections[0]?.rows ?? [])
  expect(await rowsOfMail(day)).toMatchObject({ Visits: '1 (0)', Conversions: '1 (0)' })
  expect(await rowsOfMail(addDays(day, -7))).toMatchObject({ Visits: '0 (1, −100%)' })

  const reporting = `reporting_${db}`
  await publishReporting(clickhouse, { db, timeZone, numbersKey: NUMBERS_KEY, reporting })
  const query = `SELECT toString(day) AS day, sum(visits) AS visits, sum(conversions) AS conversions FROM ${reporting}.campaign_days WHERE day > '2026-05-20' GROUP BY day`
  expect(await (await clickhouse.query({ query, format: 'JSONEachRow' })).json()).toEqual([
    { day, visits: 1, conversions: 1 },
  ])
  await api.close()
})
