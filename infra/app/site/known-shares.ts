import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import { findExperiment } from '@firsttouch/ingest/experiments'

/** Of tests and variants that these pages have: the API may be of another release. Everybody sees the control of the rest. */
export const knownShares = (told: ServedShares): ServedShares =>
  Object.fromEntries(
    Object.entries(declaredShares()).map(([name, declared]) => {
      const served = told[name]
      if (!served) return [name, declared]
      const variants = findExperiment(name)?.variants.map(variant => variant.name) ?? []
      const named = 'shares' in served ? served.shares.map(([variant]) => variant) : [served.shown]
      return [
        name,
        named.every(variant => variants.includes(variant)) ? served : { shown: variants[0] ?? '' },
      ]
    }),
  )
