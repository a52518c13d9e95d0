/** Each read model builds one array (`list`) from the columns of `session.ts`, and has one row per element. */
import type { SessionModel } from './row.ts'
import { convertedSince, minuteOf, OF_ACT } from './session.ts'

/** Visitors of campaigns. A session counts once per campaign, at its first visit through one of the campaign's links. */
const visitors: SessionModel = {
  model: 'visitor',
  each: 'came',
  list: 'campaigns',
  cells: { at: minuteOf('came.2'), utm_campaign: 'came.1' },
  parity: { 'visitors by campaign': { key: 'utm_campaign' } },
}

const began = (type: string) =>
  `(${type}, ${minuteOf('began')}, start.6, start.7, start.8, start.9, start.10, start.11, '', toUInt64(1))`

/**
 * Counts sessions, visits and conversions by the session's first page, device and landing page variant. A visit or
 * conversion counts at its own time, so the sums by any dimension equal the totals of the same days. A session counts
 * at its first visit or conversion.
 */
const landings: SessionModel = {
  model: 'landing',
  each: 'act',
  // Without an engagement event, it is unknown whether a session bounced.
  list: `if(empty(acts), acts, arrayConcat(acts, [${began("'session'")}], if(empty(engaged), [], [${began("if(bounced, 'bounce', 'engaged')")}])))`,
  cells: {
    type: 'act.1',
    page: 'start.3',
    device: 'start.4',
    browser: 'start.5',
    variant: 'landing_variant',
    ...OF_ACT,
  },
}

/** Participants of an experiment by variant, first exposure and later conversions. */
const participants: SessionModel = {
  model: 'participant',
  each: 'seen',
  list: 'exposures',
  cells: {
    at: minuteOf('seen.3'),
    test_name: 'seen.1',
    variant: 'seen.2',
    converted: convertedSince('seen.3', 'seen.1'),
    saw_both: 'seen.4',
  },
  parity: {
    'visitors and converters by variant': {
      key: `concat(test_name, ' ', variant, if(saw_both, ' both', ''), if(converted != 0, ' converted', ''))`,
    },
  },
}

/** Visible time, scroll depth and web vitals by page: histograms, plus the sum of the visible time. */
const pageSpeed: SessionModel = {
  model: 'page_speed',
  each: 'figure',
  list: `arrayConcat(arrayMap(one -> (one.1, one.2, one.3, one.4, toUInt64(1)), figures),
          arrayMap(one -> ('visible_ms', one.8, one.7, toUInt8(0), toUInt64(one.2)), arrayFilter(one -> one.2 > 0, engaged)))`,
  cells: { at: minuteOf('figure.2'), type: 'figure.1', page: 'figure.3', value: 'figure.4', n: 'figure.5' },
}

/** Guardrail metrics of an experiment: bounces and page speed of participants since their first exposure. */
const variantQuality: SessionModel = {
  model: 'variant_quality',
  each: 'figure',
  list: `if(empty(engaged), [], arrayFlatten(arrayMap(seen -> arrayMap(one -> (seen.3, seen.1, seen.2, one.1, one.2),
          arrayPushBack(arrayMap(one -> (one.1, one.4), arrayFilter(one -> one.2 >= seen.3, figures)),
            (if(bounced, 'bounce', 'engaged'), toUInt8(0)))), arrayFilter(seen -> seen.4 = 0, exposures))))`,
  cells: {
    at: minuteOf('figure.1'),
    test_name: 'figure.2',
    variant: 'figure.3',
    type: 'figure.4',
    value: 'figure.5',
  },
}

export const MODELS = [visitors, landings, participants, pageSpeed, variantQuality]
