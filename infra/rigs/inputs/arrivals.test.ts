/**
 * Runs every arrival through the tracker, ingest and the projector. frontend/e2e/arrivals.long.test.ts covers the arrivals that need a browser.
 */
import { accept, envelope } from '@firsttouch/ingest/accept'
import { CHANNELS } from '@firsttouch/ingest/events'
import { cellsOf, eventRow, sentBy } from '@firsttouch/projector/entries/rows'
import { expect, test } from 'vitest'
import { ARRIVALS, type Arrival, IN_A_BROWSER, visitsOf } from './arrivals.ts'

const FACTS = { ip: '203.0.113.7', userAgent: '' }
const NOW = new Date(Date.UTC(2026, 0, 31, 9, 30))

const projected = (visit: unknown) => {
  const accepted = accept('visit', visit, FACTS, NOW)
  if (!accepted.ok) throw new Error(JSON.stringify(accepted.issues))
  const entry = envelope([accepted.event], accepted.userAgent, FACTS, NOW)
  const cell = cellsOf(eventRow(sentBy(entry), accepted.event, { partition: 0, offset: 0, index: 0 }))
  return {
    source: cell('utm_source'),
    medium: cell('utm_medium'),
    campaign: cell('utm_campaign'),
    channel: cell('channel'),
    site: cell('referring_site'),
    faults: cell('link_faults').replaceAll(',', ' '),
    isCounted: cell('bot') === '',
  }
}

test('the table has each arrival once, with its reason, and every channel', () => {
  const named = ARRIVALS.map(({ url, referrer, browser }) => [url, referrer, browser].join(' '))
  expect(new Set(named).size).toBe(ARRIVALS.length)
  expect([...CHANNELS].filter(channel => !ARRIVALS.some(row => row.channel === channel))).toEqual([])
  expect(ARRIVALS.filter(({ reason }) => reason === '')).toEqual([])
})

const told = ({ source, medium, campaign, channel, site, faults, counted }: Arrival) => ({
  ...{ source, medium, campaign, channel, site, faults },
  isCounted: counted.startsWith('yes'),
})

test.each(ARRIVALS.filter(({ browser }) => !IN_A_BROWSER.test(browser)))(
  '$url from "$referrer" ($browser) is $source / $medium / $channel / $site: $counted',
  row => {
    const sent = visitsOf(row)
    if (row.counted.startsWith('no') && row.source === '') return expect(sent).toEqual([])
    const [first, ...again] = sent.map(projected)
    expect(first).toEqual(told(row))
    if (row.browser.startsWith('left'))
      expect(again).toMatchObject([{ medium: 'organic', campaign: '', channel: 'Internal' }])
    else expect(again).toEqual([])
  },
)
