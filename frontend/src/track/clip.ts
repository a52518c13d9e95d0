/** Holds values to the lengths of the event contract, so that a long address never costs an event. */

const NUL = String.fromCharCode(0)

/** At most `max` characters, no NUL, no half of a surrogate pair at the cut. */
export const clip = (value: string, max: number): string =>
  value
    .replaceAll(NUL, '')
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

/** Of UTM values and of what travels with a conversion. */
export const TEXT_LIMIT = 255
const PRICE_LIMIT = 64
export const AGENT_LIMIT = 1024
/** Of paths and referrers. */
export const ADDRESS_LIMIT = 2048

/** What may travel with a conversion (specification, section 3). */
export type Extras = Partial<
  Record<'buttonType' | 'formType' | 'planType' | 'planName' | 'source', string> & { price: number | string }
>

export const clipExtras = (extras: Extras): Extras =>
  Object.fromEntries(
    Object.entries(extras).map(([name, value]) => [
      name,
      typeof value === 'string' ? clip(value, name === 'price' ? PRICE_LIMIT : TEXT_LIMIT) : value,
    ]),
  )
