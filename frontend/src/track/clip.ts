/** Clips values to the lengths of the event contract, so that the server does not reject an event with a long value. */

const NUL = String.fromCharCode(0)

/** Returns at most `max` characters without NUL and without half a surrogate pair at the end. */
export const clip = (value: string, max: number): string =>
  value
    .replaceAll(NUL, '')
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

/** Maximum length of UTM values and of a conversion's extra fields. */
export const TEXT_LIMIT = 255
const PRICE_LIMIT = 64
export const AGENT_LIMIT = 1024
/** Maximum length of paths and referrers. */
export const ADDRESS_LIMIT = 2048

/** The extra fields of a conversion (section 3 of the specification). */
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
