/** Columns of visitor events from which `sessions/` derives its rows. Reports on leads also read this table. */
import { AS_THEY_ARE, itself, perEvent, type Rollup, SENDER } from './rollup.ts'

/** Empty for A/B events, which have no page and need no device. */
const ofPage = (value: string): string => `if(type = 'ab_test', '', ${value})`
const orUnknown = (column: string): string => ofPage(`if(${column} = '', 'unknown', ${column})`)

const FIGURES = ['lcp', 'inp', 'cls'] as const
const ofEngagement = (value: string): string => `if(type = 'engagement', ${value}, 0)`
/** Maps a web vital to 255 logarithmic steps of 4 %. 0 means not measured. `api/read-model/vitals.ts` inverts this. */
const step = (figure: (typeof FIGURES)[number]): string => {
  const value = `JSONExtractFloat(properties, '${figure}')${figure === 'cls' ? ' * 1000' : ''}`
  return `toUInt8(if(type = 'engagement' AND JSONHas(properties, '${figure}'), least(255, 1 + round(16 * log2(1 + ${value}))), 0))`
}

export const sessionEvents: Rollup = {
  table: 'session_events',
  ...perEvent,
  keys: {
    kind: `multiIf(type != 'ab_test', type, ab_event = 'variant_assigned', 'exposure', 'test_conversion')`,
    session_minute: 'session_minute',
    session: 'session',
    at: 'occurred_at',
    bot: SENDER,
    // `host` is empty for our own site. For other sites it makes their pages distinct.
    page: ofPage('concat(host, page_path)'),
    device: orUnknown('device'),
    browser: orUnknown('browser'),
    ...itself([...AS_THEY_ARE, 'utm_content', 'utm_term']),
    visit: ofEngagement(`cityHash64(JSONExtractString(properties, 'visitId'))`),
    visible: ofEngagement(`JSONExtractUInt(properties, 'visibleMs')`),
    scroll: ofEngagement(`JSONExtractUInt(properties, 'scrollPercent')`),
    ...Object.fromEntries(FIGURES.map(figure => [figure, step(figure)])),
  },
  erasure: 'session',
  parity: {
    'visits and conversions by page': {
      key: `concat(kind, ' ', page)`,
      where: `kind IN ('visit', 'conversion')`,
    },
    'visits and conversions by device and browser': {
      key: `concat(kind, ' ', device, ' ', browser)`,
      where: `kind IN ('visit', 'conversion')`,
    },
    'visits of the funnel': {
      key: `concat(utm_source, ' ', utm_campaign, if(bot, ' of bots', ''))`,
      where: `kind = 'visit'`,
    },
    'exposed sessions by variant': {
      key: `concat(test_name, ' ', variant)`,
      n: 'uniqExact(session)',
      where: `kind = 'exposure'`,
    },
    'converted sessions by type': {
      key: 'conversion_type',
      n: 'uniqExact(session)',
      where: `kind IN ('conversion', 'test_conversion')`,
    },
  },
}
