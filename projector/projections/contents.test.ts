/** The expected rows of every read model for the events of `testing/story.ts`. */
import type { LogRecord } from '@firsttouch/infra/log/log'
import { openTestClickHouse, type TestClickHouse } from '@firsttouch/infra/rigs/testing/stores'
import { beforeAll, describe, expect, test } from 'vitest'
import { project } from '../run.ts'
import { openStore } from '../steps/store.ts'
import { BATCHES, LATER } from '../testing/story.ts'
import { ROLLUPS } from './index.ts'

let stores: TestClickHouse
beforeAll(async () => {
  stores = await openTestClickHouse()
  for (const batch of [...BATCHES, ...BATCHES]) await run(batch)
})
const run = (batch: LogRecord[]) => project(batch, { store: openStore(stores.client, stores.db) })
const rows = async <Row = unknown[]>(query: string): Promise<Row[]> => {
  const answer = await stores.client.query({
    query: query.replaceAll('db.', `${stores.db}.`),
    format: 'JSONCompactEachRow',
  })
  return answer.json<Row>()
}

/** Columns of engagement events, which the story lacks. `sessions/engagement.test.ts` covers them. */
const MEASURED = 'visit, visible, scroll, lcp, inp, cls, value'

/** Rows without the day, the version and the common prefix of session ids. */
const contentsOf = async (table: string): Promise<string[]> => {
  const found = await rows(`SELECT * EXCEPT (version, gone, ${MEASURED}) FROM db.${table} FINAL ORDER BY ALL`)
  return found.map(cells =>
    cells
      .join(' | ')
      .replaceAll('2026-03-01 ', '')
      .replaceAll(/utm_\d+_/g, '')
      .replaceAll(':00.000', ':00'),
  )
}

// biome-ignore format: a row in a line
const CONTENTS: Record<string, string[]> = {
  event_minutes: [
    '12:25:00 | 12:25:00 | visit | 0 | post | paper | autumn | Referral |  |  |  |  |  | 1',
    '12:28:00 | 12:28:00 | conversion | 0 | google | cpc | spring | Paid search |  | button_click |  |  |  | 1',
    '12:29:00 | 12:29:00 | conversion | 0 | google | cpc | spring | Paid search |  | button_click |  |  |  | 2',
    '12:29:00 | 12:29:00 | conversion | 0 | google | cpc | spring | Paid search |  | form_submission |  |  |  | 1',
    '12:30:00 | 12:30:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 2',
    '12:30:00 | 12:30:00 | ab_test | 1 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:30:00 | 12:30:00 | conversion | 0 | google | cpc | spring | Paid search |  | button_click |  |  |  | 1',
    '12:30:00 | 12:30:00 | visit | 0 | google | cpc | spring | Paid search |  |  |  |  |  | 2',
    '12:30:00 | 12:30:00 | visit | 1 | google | cpc | spring | Paid search |  |  |  |  |  | 1',
    '12:31:00 | 12:31:00 | ab_test | 1 |  |  |  |  |  | button_click | landingPage | v2 | conversion | 1',
    '12:31:00 | 12:31:00 | conversion | 1 | google | cpc | spring | Paid search |  | button_click |  |  |  | 1',
    '12:31:00 | 12:31:00 | visit | 0 | google | cpc | spring | Paid search |  |  |  |  |  | 1',
    '12:32:00 | 12:32:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | control | variant_assigned | 1',
    '12:33:00 | 12:33:00 | conversion | 0 | google | cpc | spring | Paid search |  | whatsapp_click |  |  |  | 1',
    '12:36:00 | 12:36:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:37:00 | 12:37:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | control | variant_assigned | 2',
    '12:37:00 | 12:37:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:38:00 | 12:38:00 | conversion | 0 |  |  |  | Direct |  | button_click |  |  |  | 2',
    '12:50:00 | 12:50:00 | ab_test | 0 |  |  |  |  |  | stripe_intent | landingPage | v2 | conversion | 1',
    '12:50:00 | 12:50:00 | visit | 0 |  |  |  | Direct |  |  |  |  |  | 1',
    '12:51:00 | 12:51:00 | visit | 0 | google | cpc | spring | Paid search |  |  |  |  |  | 1',
    '12:52:00 | 12:52:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:53:00 | 12:53:00 | conversion | 0 |  |  |  | Direct |  | of another release |  |  |  | 1',
    '12:55:00 | 12:55:00 | visit | 0 | post | paper | autumn | Referral |  |  |  |  |  | 1',
  ],
  event_sums: [
    '12:15:00 | campaign_traffic | 12:15:00 | conversion | 0 | google | cpc | spring | Paid search |  | button_click |  |  |  | 3',
    '12:15:00 | campaign_traffic | 12:15:00 | conversion | 0 | google | cpc | spring | Paid search |  | form_submission |  |  |  | 1',
    '12:15:00 | campaign_traffic | 12:15:00 | visit | 0 | post | paper | autumn | Referral |  |  |  |  |  | 1',
    '12:15:00 | site_traffic | 12:15:00 | conversion | 0 | google |  |  | Paid search |  | button_click |  |  |  | 3',
    '12:15:00 | site_traffic | 12:15:00 | conversion | 0 | google |  |  | Paid search |  | form_submission |  |  |  | 1',
    '12:15:00 | site_traffic | 12:15:00 | visit | 0 | post |  |  | Referral |  |  |  |  |  | 1',
    '12:15:00 | traffic | 12:15:00 | conversion | 0 | google |  |  |  |  | button_click |  |  |  | 3',
    '12:15:00 | traffic | 12:15:00 | conversion | 0 | google |  |  |  |  | form_submission |  |  |  | 1',
    '12:15:00 | traffic | 12:15:00 | visit | 0 | post |  |  |  |  |  |  |  |  | 1',
    '12:30:00 | ab_event | 12:30:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | control | variant_assigned | 3',
    '12:30:00 | ab_event | 12:30:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 4',
    '12:30:00 | ab_event | 12:30:00 | ab_test | 1 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:30:00 | ab_event | 12:30:00 | ab_test | 1 |  |  |  |  |  | button_click | landingPage | v2 | conversion | 1',
    '12:30:00 | campaign_traffic | 12:30:00 | conversion | 0 |  |  |  | Direct |  | button_click |  |  |  | 2',
    '12:30:00 | campaign_traffic | 12:30:00 | conversion | 0 | google | cpc | spring | Paid search |  | button_click |  |  |  | 1',
    '12:30:00 | campaign_traffic | 12:30:00 | conversion | 0 | google | cpc | spring | Paid search |  | whatsapp_click |  |  |  | 1',
    '12:30:00 | campaign_traffic | 12:30:00 | conversion | 1 | google | cpc | spring | Paid search |  | button_click |  |  |  | 1',
    '12:30:00 | campaign_traffic | 12:30:00 | visit | 0 | google | cpc | spring | Paid search |  |  |  |  |  | 3',
    '12:30:00 | campaign_traffic | 12:30:00 | visit | 1 | google | cpc | spring | Paid search |  |  |  |  |  | 1',
    '12:30:00 | site_traffic | 12:30:00 | conversion | 0 |  |  |  | Direct |  | button_click |  |  |  | 2',
    '12:30:00 | site_traffic | 12:30:00 | conversion | 0 | google |  |  | Paid search |  | button_click |  |  |  | 1',
    '12:30:00 | site_traffic | 12:30:00 | conversion | 0 | google |  |  | Paid search |  | whatsapp_click |  |  |  | 1',
    '12:30:00 | site_traffic | 12:30:00 | conversion | 1 | google |  |  | Paid search |  | button_click |  |  |  | 1',
    '12:30:00 | site_traffic | 12:30:00 | visit | 0 | google |  |  | Paid search |  |  |  |  |  | 3',
    '12:30:00 | site_traffic | 12:30:00 | visit | 1 | google |  |  | Paid search |  |  |  |  |  | 1',
    '12:30:00 | traffic | 12:30:00 | conversion | 0 |  |  |  |  |  | button_click |  |  |  | 2',
    '12:30:00 | traffic | 12:30:00 | conversion | 0 | google |  |  |  |  | button_click |  |  |  | 1',
    '12:30:00 | traffic | 12:30:00 | conversion | 0 | google |  |  |  |  | whatsapp_click |  |  |  | 1',
    '12:30:00 | traffic | 12:30:00 | conversion | 1 | google |  |  |  |  | button_click |  |  |  | 1',
    '12:30:00 | traffic | 12:30:00 | visit | 0 | google |  |  |  |  |  |  |  |  | 3',
    '12:30:00 | traffic | 12:30:00 | visit | 1 | google |  |  |  |  |  |  |  |  | 1',
    '12:45:00 | ab_event | 12:45:00 | ab_test | 0 |  |  |  |  |  |  | landingPage | v2 | variant_assigned | 1',
    '12:45:00 | ab_event | 12:45:00 | ab_test | 0 |  |  |  |  |  | stripe_intent | landingPage | v2 | conversion | 1',
    '12:45:00 | campaign_traffic | 12:45:00 | conversion | 0 |  |  |  | Direct |  | of another release |  |  |  | 1',
    '12:45:00 | campaign_traffic | 12:45:00 | visit | 0 |  |  |  | Direct |  |  |  |  |  | 1',
    '12:45:00 | campaign_traffic | 12:45:00 | visit | 0 | google | cpc | spring | Paid search |  |  |  |  |  | 1',
    '12:45:00 | campaign_traffic | 12:45:00 | visit | 0 | post | paper | autumn | Referral |  |  |  |  |  | 1',
    '12:45:00 | site_traffic | 12:45:00 | conversion | 0 |  |  |  | Direct |  | of another release |  |  |  | 1',
    '12:45:00 | site_traffic | 12:45:00 | visit | 0 |  |  |  | Direct |  |  |  |  |  | 1',
    '12:45:00 | site_traffic | 12:45:00 | visit | 0 | google |  |  | Paid search |  |  |  |  |  | 1',
    '12:45:00 | site_traffic | 12:45:00 | visit | 0 | post |  |  | Referral |  |  |  |  |  | 1',
    '12:45:00 | traffic | 12:45:00 | conversion | 0 |  |  |  |  |  | of another release |  |  |  | 1',
    '12:45:00 | traffic | 12:45:00 | visit | 0 |  |  |  |  |  |  |  |  |  | 1',
    '12:45:00 | traffic | 12:45:00 | visit | 0 | google |  |  |  |  |  |  |  |  | 1',
    '12:45:00 | traffic | 12:45:00 | visit | 0 | post |  |  |  |  |  |  |  |  | 1',
  ],
  session_events: [
    '12:25:00 | visit | 12:20:00 | ann | 12:25:00 | 0 | /earlier | mobile | Safari | post | paper | autumn | Referral |  |  |  |  | x | y | 1',
    '12:28:00 | conversion | 12:20:00 | ann | 12:28:00 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  | button_click |  |  | c | t | 1',
    '12:29:00 | conversion | 12:20:00 | ann | 12:29:00 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  | form_submission |  |  | c | t | 1',
    '12:29:00 | conversion | 12:20:00 | ann | 12:29:15.000 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  | button_click |  |  | c | t | 1',
    '12:29:00 | conversion | 12:20:00 | ann | 12:29:30.000 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  | button_click |  |  | c | t | 1',
    '12:30:00 | conversion | 12:20:00 | ann | 12:30:00 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  | button_click |  |  | c | t | 1',
    '12:30:00 | exposure | 12:20:00 | ann | 12:30:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:30:00 | exposure | 12:20:00 | ann | 12:30:24.000 | 0 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:30:00 | exposure | 12:30:00 | bot | 12:30:00 | 1 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:30:00 | visit | 12:20:00 | ann | 12:30:00 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  |  |  |  | c | t | 1',
    '12:30:00 | visit | 12:20:00 | ann | 12:30:30.000 | 0 | /v2 | desktop | Firefox | google | cpc | spring | Paid search |  |  |  |  | c | t | 1',
    '12:30:00 | visit | 12:30:00 | bot | 12:30:00 | 1 | / | unknown | unknown | google | cpc | spring | Paid search |  |  |  |  | c | t | 1',
    '12:31:00 | conversion | 12:30:00 | bot | 12:31:00 | 1 | / | unknown | unknown | google | cpc | spring | Paid search |  | button_click |  |  | c | t | 1',
    '12:31:00 | test_conversion | 12:30:00 | bot | 12:31:00 | 1 |  |  |  |  |  |  |  |  | button_click | landingPage | v2 |  |  | 1',
    '12:31:00 | visit | 1970-02-09 10:31:00 | dan | 12:31:00 | 0 | /dan | unknown | unknown | google | cpc | spring | Paid search |  |  |  |  | c | t | 1',
    '12:32:00 | exposure | 1970-02-09 10:31:00 | dan | 12:32:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | control |  |  | 1',
    '12:33:00 | conversion | 1970-02-09 10:31:00 | dan | 12:33:00 | 0 | /dan | unknown | unknown | google | cpc | spring | Paid search |  | whatsapp_click |  |  | c | t | 1',
    '12:36:00 | exposure | 12:35:00 | cat | 12:36:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:37:00 | exposure | 12:35:00 | cat | 12:37:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | control |  |  | 1',
    '12:37:00 | exposure | 12:37:00 | gus | 12:37:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | control |  |  | 1',
    '12:37:00 | exposure | 12:37:00 | gus | 12:37:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:38:00 | conversion | 12:35:00 | cat | 12:38:00 | 0 | / | mobile | Safari |  |  |  | Direct |  | button_click |  |  |  |  | 1',
    '12:38:00 | conversion | 12:36:00 | fay | 12:38:00 | 0 | / | mobile | Safari |  |  |  | Direct |  | button_click |  |  |  |  | 1',
    '12:50:00 | test_conversion | 12:20:00 | ann | 12:50:00 | 0 |  |  |  |  |  |  |  |  | stripe_intent | landingPage | v2 |  |  | 1',
    '12:50:00 | visit | 12:20:00 | ann | 12:50:00 | 0 | / | desktop | Firefox |  |  |  | Direct |  |  |  |  |  |  | 1',
    '12:51:00 | visit | 12:20:00 | ann | 12:51:00 | 0 | / | desktop | Firefox | google | cpc | spring | Paid search |  |  |  |  | c | t | 1',
    '12:52:00 | exposure | 12:20:00 | ann | 12:52:00 | 0 |  |  |  |  |  |  |  |  |  | landingPage | v2 |  |  | 1',
    '12:53:00 | conversion | 12:20:00 | ann | 12:53:00 | 0 | / | desktop | Firefox |  |  |  | Direct |  | of another release |  |  |  |  | 1',
    '12:55:00 | visit | 12:36:00 | fay | 12:55:00 | 0 | /fay | mobile | Safari | post | paper | autumn | Referral |  |  |  |  | x | y | 1',
  ],
  session_minutes: [
    '1970-02-09 10:31:00 | landing | 12:31:00 | session | /dan | unknown | unknown | google | spring | Paid search |  | t | c |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:31:00 | landing | 12:31:00 | visit | /dan | unknown | unknown | google | spring | Paid search |  | t | c |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:31:00 | landing | 12:33:00 | conversion | /dan | unknown | unknown | google | spring | Paid search |  | t | c | whatsapp_click |  | control | 0 | 0 | 1',
    '1970-02-09 10:31:00 | participant | 12:32:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | control | 0 | 8 | 1',
    '1970-02-09 10:31:00 | visitor | 12:31:00 |  |  |  |  |  | spring |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:20:00 | landing | 12:25:00 | session | /earlier | mobile | Safari | post | autumn | Referral |  | y | x |  |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:25:00 | visit | /earlier | mobile | Safari | post | autumn | Referral |  | y | x |  |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:28:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | button_click |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:29:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | button_click |  | v2 | 0 | 0 | 2',
    '12:20:00 | landing | 12:29:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | form_submission |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:30:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | button_click |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:30:00 | visit | /earlier | mobile | Safari | google | spring | Paid search |  | t | c |  |  | v2 | 0 | 0 | 2',
    '12:20:00 | landing | 12:50:00 | visit | /earlier | mobile | Safari |  |  | Direct |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:51:00 | visit | /earlier | mobile | Safari | google | spring | Paid search |  | t | c |  |  | v2 | 0 | 0 | 1',
    '12:20:00 | landing | 12:53:00 | conversion | /earlier | mobile | Safari |  |  | Direct |  |  |  | of another release |  | v2 | 0 | 0 | 1',
    '12:20:00 | participant | 12:30:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | v2 | 0 | 5 | 1',
    '12:20:00 | visitor | 12:25:00 |  |  |  |  |  | autumn |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:20:00 | visitor | 12:30:00 |  |  |  |  |  | spring |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:35:00 | landing | 12:38:00 | conversion | / | mobile | Safari |  |  | Direct |  |  |  | button_click |  | v2 | 0 | 0 | 1',
    '12:35:00 | landing | 12:38:00 | session | / | mobile | Safari |  |  | Direct |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:35:00 | participant | 12:36:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | v2 | 1 | 1 | 1',
    '12:36:00 | landing | 12:38:00 | conversion | /fay | mobile | Safari |  |  | Direct |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:36:00 | landing | 12:38:00 | session | /fay | mobile | Safari | post | autumn | Referral |  | y | x |  |  |  | 0 | 0 | 1',
    '12:36:00 | landing | 12:55:00 | visit | /fay | mobile | Safari | post | autumn | Referral |  | y | x |  |  |  | 0 | 0 | 1',
    '12:36:00 | visitor | 12:55:00 |  |  |  |  |  | autumn |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:37:00 | participant | 12:37:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | control | 1 | 0 | 1',
  ],
  session_sums: [
    '1970-02-09 10:30:00 | browser | 12:30:00 | conversion |  |  | unknown | google |  |  |  |  |  | whatsapp_click |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | browser | 12:30:00 | session |  |  | unknown | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | browser | 12:30:00 | visit |  |  | unknown | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | channel | 12:30:00 | conversion |  |  |  | google |  | Paid search |  |  |  | whatsapp_click |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | channel | 12:30:00 | session |  |  |  | google |  | Paid search |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | channel | 12:30:00 | visit |  |  |  | google |  | Paid search |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | device | 12:30:00 | conversion |  | unknown |  | google |  |  |  |  |  | whatsapp_click |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | device | 12:30:00 | session |  | unknown |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | device | 12:30:00 | visit |  | unknown |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | landing | 12:30:00 | conversion | /dan |  |  | google |  |  |  |  |  | whatsapp_click |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | landing | 12:30:00 | session | /dan |  |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | landing | 12:30:00 | visit | /dan |  |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '1970-02-09 10:30:00 | participant | 12:30:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | control | 0 | 8 | 1',
    '1970-02-09 10:30:00 | touch | 12:30:00 | conversion | /dan | unknown | unknown | google | spring | Paid search |  | t | c | whatsapp_click |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | touch | 12:30:00 | session | /dan | unknown | unknown | google | spring | Paid search |  | t | c |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | touch | 12:30:00 | visit | /dan | unknown | unknown | google | spring | Paid search |  | t | c |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | variant | 12:30:00 | conversion |  |  |  | google |  |  |  |  |  | whatsapp_click |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | variant | 12:30:00 | session |  |  |  | google |  |  |  |  |  |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | variant | 12:30:00 | visit |  |  |  | google |  |  |  |  |  |  |  | control | 0 | 0 | 1',
    '1970-02-09 10:30:00 | visitor | 12:30:00 |  |  |  |  |  | spring |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:15:00 | conversion |  |  | Safari | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 3',
    '12:15:00 | browser | 12:15:00 | conversion |  |  | Safari | google |  |  |  |  |  | form_submission |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:15:00 | session |  |  | Safari | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:15:00 | visit |  |  | Safari | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:30:00 | conversion |  |  | Safari | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:30:00 | visit |  |  | Safari | google |  |  |  |  |  |  |  |  | 0 | 0 | 2',
    '12:15:00 | browser | 12:45:00 | conversion |  |  | Safari |  |  |  |  |  |  | of another release |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:45:00 | visit |  |  | Safari |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | browser | 12:45:00 | visit |  |  | Safari | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:15:00 | conversion |  |  |  | google |  | Paid search |  |  |  | button_click |  |  | 0 | 0 | 3',
    '12:15:00 | channel | 12:15:00 | conversion |  |  |  | google |  | Paid search |  |  |  | form_submission |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:15:00 | session |  |  |  | post |  | Referral |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:15:00 | visit |  |  |  | post |  | Referral |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:30:00 | conversion |  |  |  | google |  | Paid search |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:30:00 | visit |  |  |  | google |  | Paid search |  |  |  |  |  |  | 0 | 0 | 2',
    '12:15:00 | channel | 12:45:00 | conversion |  |  |  |  |  | Direct |  |  |  | of another release |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:45:00 | visit |  |  |  |  |  | Direct |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | channel | 12:45:00 | visit |  |  |  | google |  | Paid search |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:15:00 | conversion |  | mobile |  | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 3',
    '12:15:00 | device | 12:15:00 | conversion |  | mobile |  | google |  |  |  |  |  | form_submission |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:15:00 | session |  | mobile |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:15:00 | visit |  | mobile |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:30:00 | conversion |  | mobile |  | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:30:00 | visit |  | mobile |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 2',
    '12:15:00 | device | 12:45:00 | conversion |  | mobile |  |  |  |  |  |  |  | of another release |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:45:00 | visit |  | mobile |  |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | device | 12:45:00 | visit |  | mobile |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:15:00 | conversion | /earlier |  |  | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 3',
    '12:15:00 | landing | 12:15:00 | conversion | /earlier |  |  | google |  |  |  |  |  | form_submission |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:15:00 | session | /earlier |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:15:00 | visit | /earlier |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:30:00 | conversion | /earlier |  |  | google |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:30:00 | visit | /earlier |  |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 2',
    '12:15:00 | landing | 12:45:00 | conversion | /earlier |  |  |  |  |  |  |  |  | of another release |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:45:00 | visit | /earlier |  |  |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | landing | 12:45:00 | visit | /earlier |  |  | google |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | participant | 12:30:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | v2 | 0 | 5 | 1',
    '12:15:00 | touch | 12:15:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | button_click |  | v2 | 0 | 0 | 3',
    '12:15:00 | touch | 12:15:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | form_submission |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:15:00 | session | /earlier | mobile | Safari | post | autumn | Referral |  | y | x |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:15:00 | visit | /earlier | mobile | Safari | post | autumn | Referral |  | y | x |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:30:00 | conversion | /earlier | mobile | Safari | google | spring | Paid search |  | t | c | button_click |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:30:00 | visit | /earlier | mobile | Safari | google | spring | Paid search |  | t | c |  |  | v2 | 0 | 0 | 2',
    '12:15:00 | touch | 12:45:00 | conversion | /earlier | mobile | Safari |  |  | Direct |  |  |  | of another release |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:45:00 | visit | /earlier | mobile | Safari |  |  | Direct |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | touch | 12:45:00 | visit | /earlier | mobile | Safari | google | spring | Paid search |  | t | c |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:15:00 | conversion |  |  |  | google |  |  |  |  |  | button_click |  | v2 | 0 | 0 | 3',
    '12:15:00 | variant | 12:15:00 | conversion |  |  |  | google |  |  |  |  |  | form_submission |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:15:00 | session |  |  |  | post |  |  |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:15:00 | visit |  |  |  | post |  |  |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:30:00 | conversion |  |  |  | google |  |  |  |  |  | button_click |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:30:00 | visit |  |  |  | google |  |  |  |  |  |  |  | v2 | 0 | 0 | 2',
    '12:15:00 | variant | 12:45:00 | conversion |  |  |  |  |  |  |  |  |  | of another release |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:45:00 | visit |  |  |  |  |  |  |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | variant | 12:45:00 | visit |  |  |  | google |  |  |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:15:00 | visitor | 12:15:00 |  |  |  |  |  | autumn |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:15:00 | visitor | 12:30:00 |  |  |  |  |  | spring |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | browser | 12:30:00 | conversion |  |  | Safari |  |  |  |  |  |  | button_click |  |  | 0 | 0 | 2',
    '12:30:00 | browser | 12:30:00 | session |  |  | Safari |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | browser | 12:30:00 | session |  |  | Safari | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | browser | 12:45:00 | visit |  |  | Safari | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | channel | 12:30:00 | conversion |  |  |  |  |  | Direct |  |  |  | button_click |  |  | 0 | 0 | 2',
    '12:30:00 | channel | 12:30:00 | session |  |  |  |  |  | Direct |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | channel | 12:30:00 | session |  |  |  | post |  | Referral |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | channel | 12:45:00 | visit |  |  |  | post |  | Referral |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | device | 12:30:00 | conversion |  | mobile |  |  |  |  |  |  |  | button_click |  |  | 0 | 0 | 2',
    '12:30:00 | device | 12:30:00 | session |  | mobile |  |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | device | 12:30:00 | session |  | mobile |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | device | 12:45:00 | visit |  | mobile |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | landing | 12:30:00 | conversion | / |  |  |  |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:30:00 | landing | 12:30:00 | conversion | /fay |  |  |  |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:30:00 | landing | 12:30:00 | session | / |  |  |  |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | landing | 12:30:00 | session | /fay |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | landing | 12:45:00 | visit | /fay |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | participant | 12:30:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | control | 1 | 0 | 1',
    '12:30:00 | participant | 12:30:00 |  |  |  |  |  |  |  |  |  |  |  | landingPage | v2 | 1 | 1 | 1',
    '12:30:00 | touch | 12:30:00 | conversion | / | mobile | Safari |  |  | Direct |  |  |  | button_click |  | v2 | 0 | 0 | 1',
    '12:30:00 | touch | 12:30:00 | conversion | /fay | mobile | Safari |  |  | Direct |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:30:00 | touch | 12:30:00 | session | / | mobile | Safari |  |  | Direct |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:30:00 | touch | 12:30:00 | session | /fay | mobile | Safari | post | autumn | Referral |  | y | x |  |  |  | 0 | 0 | 1',
    '12:30:00 | touch | 12:45:00 | visit | /fay | mobile | Safari | post | autumn | Referral |  | y | x |  |  |  | 0 | 0 | 1',
    '12:30:00 | variant | 12:30:00 | conversion |  |  |  |  |  |  |  |  |  | button_click |  |  | 0 | 0 | 1',
    '12:30:00 | variant | 12:30:00 | conversion |  |  |  |  |  |  |  |  |  | button_click |  | v2 | 0 | 0 | 1',
    '12:30:00 | variant | 12:30:00 | session |  |  |  |  |  |  |  |  |  |  |  | v2 | 0 | 0 | 1',
    '12:30:00 | variant | 12:30:00 | session |  |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | variant | 12:45:00 | visit |  |  |  | post |  |  |  |  |  |  |  |  | 0 | 0 | 1',
    '12:30:00 | visitor | 12:45:00 |  |  |  |  |  | autumn |  |  |  |  |  |  |  | 0 | 0 | 1',
  ],
  leads: [
    '12:30:00 | 01890000-0000-4000-8000-000000000001 | ann | 12:20:00 | 12:30:00 | 2026-03-09 00:00:00 | contact_form | qualified | 0 | 0 | 1 | 0 | google | cpc | spring |  | 2026-03-02 00:00:00 | 1 | 3',
  ],
  campaign_settings: [
    '12:30:00 | 01890000-0000-4000-8000-00000000000c | Second | Google Ads | | google | cpc | spring | c | t | 0 | 12:30:00 | 2026-03-03 00:00:00 | 12:30:00 | 2',
  ],
  spend: ['00:00:00 | 01890000-0000-4000-8000-00000000000e | | spring | google | cpc |  |  | 1 | 9.75 |  | GBP | 12:30:00 | 2'],
  experiment_changes: [
    '12:30:00 | 01890000-0000-4000-8000-0000000000e1 | landingPage | 2 | end | ended | 01890000-0000-7000-8000-0000000000a1 | control,v2 | 0,100 | v2 | any |  | 5000 | 12:30:00 | 8 | 2',
  ],
}

describe('the story', { shuffle: false }, () => {
  test('the expected contents cover every table', () => {
    expect(Object.keys(CONTENTS).toSorted()).toEqual(ROLLUPS.map(({ table }) => table).toSorted())
  })

  test.each(Object.entries(CONTENTS))('the table %s has the expected rows', async (table, expected) => {
    expect(await contentsOf(table)).toEqual(expected)
  })

  test('a batch writes only to the buckets that it touches', async () => {
    const newest = (table: string, condition = 'true') =>
      rows<[string]>(`SELECT toString(max(version)) FROM db.${table} WHERE ${condition}`)
    const before = new Map(
      await Promise.all(ROLLUPS.map(async ({ table }) => [table, await newest(table)] as const)),
    )
    await run(LATER)
    for (const { table, bucket } of ROLLUPS)
      expect(await newest(table, `${bucket} < '2026-03-02'`), table).toEqual(before.get(table))
  })
})
