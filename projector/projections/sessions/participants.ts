/** Participants of an experiment by variant, first exposure and later conversions. */
import type { SessionModel } from './row.ts'
import { convertedSince, minuteOf } from './session.ts'

export const participants: SessionModel = {
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
