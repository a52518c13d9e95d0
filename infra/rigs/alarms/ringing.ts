import { type Fault, MAY_RING, REST_S, RINGING, RINGING_AFTER_S } from './faults.ts'
import { assertRinging } from './promtool.ts'
import { type Recording, seriesOf } from './recorder.ts'

/** Throws when an expected alarm is silent, or an unexpected alarm rings. */
export const assertRings = (fault: Fault, recording: Recording): void => {
  const lasts = fault === 'rest' ? REST_S : RINGING_AFTER_S
  const series = seriesOf(recording, Math.ceil((lasts * 1000) / recording.everyMs))
  const looks = fault === 'rest' ? [lasts / 4, lasts / 2, lasts] : [lasts]
  assertRinging(
    series,
    recording.everyMs,
    looks.map(afterSeconds => ({ afterSeconds, ringing: RINGING[fault], mayRing: MAY_RING[fault] ?? [] })),
  )
}
