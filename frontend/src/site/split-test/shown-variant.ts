import type { Experiment, Variant } from '@firsttouch/ingest/experiments'

/** Returns the variant that `variantScript` drew before the first paint. Falls back to the control. */
export const shownVariant = <V extends Variant>({ name, variants }: Experiment<V>): V => {
  const drawn = document.documentElement.dataset[name]
  return variants.find(variant => variant.name === drawn) ?? (variants[0] as V)
}
