import type { Experiment, Variant } from '@firsttouch/ingest/experiments'

/** What the script before the first paint noted; the control where it noted nothing, or what is none of this page's. */
export const shownVariant = <V extends Variant>({ name, variants }: Experiment<V>): V => {
  const drawn = document.documentElement.dataset[name]
  return variants.find(variant => variant.name === drawn) ?? (variants[0] as V)
}
