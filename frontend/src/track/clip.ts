/** Holds values to the lengths of the event contract, so that a long address never costs an event. */

const NUL = String.fromCharCode(0)

/** At most `max` characters, no NUL, no half of a surrogate pair at the cut. */
export const clip = (value: string, max: number): string =>
  value
    .replaceAll(NUL, '')
    .slice(0, max)
    .replace(/[\ud800-\udbff]$/, '')

export const LIMITS = {
  utm: 255,
  userAgent: 1024,
  referrer: 2048,
  pagePath: 2048,
  extra: 255,
  price: 64,
}

/** What may travel with a conversion (specification, section 3). */
export type Extras = Partial<
  Record<'buttonType' | 'formType' | 'planType' | 'planName' | 'source', string> & { price: number | string }
>

export const clipExtras = (extras: Extras): Extras =>
  Object.fromEntries(
    Object.entries(extras).map(([name, value]) => [
      name,
      typeof value === 'string' ? clip(value, name === 'price' ? LIMITS.price : LIMITS.extra) : value,
    ]),
  )
