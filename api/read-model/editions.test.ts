import { experimentChanges } from '@firsttouch/projector/projections/experiment-changes'
import { TABLES_SINCE } from '@firsttouch/projector/projections/index'
import { landings } from '@firsttouch/projector/projections/sessions/landings'
import { segments } from '@firsttouch/projector/projections/sessions/segments'
import { variantVisits } from '@firsttouch/projector/projections/sessions/variant-visits'
import { visitors } from '@firsttouch/projector/projections/sessions/visitors'
import { spend } from '@firsttouch/projector/projections/spend'
import { expect, test } from 'vitest'
import {
  DAYS_SINCE,
  EXPERIMENT_EVENTS_SINCE,
  LANDINGS_SINCE,
  SEGMENTS_SINCE,
  SPEND_EVENTS_SINCE,
  VISITORS_SINCE,
} from './editions.ts'

test('read models came with the editions that the projector says', () => {
  expect({
    VISITORS_SINCE,
    LANDINGS_SINCE,
    SEGMENTS_SINCE,
    SPEND_EVENTS_SINCE,
    EXPERIMENT_EVENTS_SINCE,
    DAYS_SINCE,
  }).toEqual({
    VISITORS_SINCE: visitors.since,
    LANDINGS_SINCE: landings.since,
    SEGMENTS_SINCE: Math.max(segments.since, variantVisits.since),
    SPEND_EVENTS_SINCE: spend.since,
    EXPERIMENT_EVENTS_SINCE: experimentChanges.since,
    DAYS_SINCE: TABLES_SINCE.at(-1),
  })
})
