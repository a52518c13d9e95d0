/** Visible time, scroll depth and web vitals by page: histograms, plus the sum of the visible time. */
import type { SessionModel } from './row.ts'
import { minuteOf } from './session.ts'

export const pageSpeed: SessionModel = {
  model: 'page_speed',
  each: 'figure',
  list: `arrayConcat(arrayMap(one -> (one.1, one.2, one.3, one.4, toUInt64(1)), figures),
          arrayMap(one -> ('visible_ms', one.8, one.7, toUInt8(0), toUInt64(one.2)), arrayFilter(one -> one.2 > 0, engaged)))`,
  cells: { at: minuteOf('figure.2'), type: 'figure.1', page: 'figure.3', value: 'figure.4', n: 'figure.5' },
}
