/** Guardrail metrics of an experiment: bounces and page speed of participants since their first exposure. */
import type { SessionModel } from './row.ts'
import { minuteOf } from './session.ts'

export const variantQuality: SessionModel = {
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
