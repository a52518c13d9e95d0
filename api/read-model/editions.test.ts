import { landings } from '@firsttouch/projector/projections/landings'
import { visitors } from '@firsttouch/projector/projections/visitors'
import { expect, test } from 'vitest'
import { LANDINGS_SINCE, VISITORS_SINCE } from './editions.ts'

test('read models came with the editions that the projector says', () => {
  expect({ VISITORS_SINCE, LANDINGS_SINCE }).toEqual({
    VISITORS_SINCE: visitors.since,
    LANDINGS_SINCE: landings.since,
  })
})
