/** Participants of an experiment by variant, by when they were first exposed and by what they converted to since. */
import type { SessionModel } from './model.ts'
import { rowsFor } from './row.ts'
import { convertedSince, minuteOf } from './session.ts'

export const participants: SessionModel = {
  model: 'participant',
  rows: rowsFor('participant', 'seen', 'exposures', {
    at: minuteOf('seen.3'),
    test_name: 'seen.1',
    variant: 'seen.2',
    saw_both: 'seen.4',
    converted: convertedSince('seen.3'),
  }),
  reads: ['ab_test variant_assigned', 'ab_test conversion', 'conversion'],
  feeds: ['ab-testing-stats'],
  since: 0,
  parity: {
    'visitors and converters by variant': {
      key: `concat(test_name, ' ', variant, if(saw_both, ' both', ''), if(converted != 0, ' converted', ''))`,
    },
  },
}
