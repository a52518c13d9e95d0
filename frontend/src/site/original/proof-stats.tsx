import { ORIGINAL_CLAIMS, USUALLY } from '../business.ts'

const [, usualHours = '', unit = ''] = /^(.*) (\w+)$/.exec(USUALLY) ?? []

const STATS = [
  [ORIGINAL_CLAIMS.businesses, 'local businesses put first'],
  [`${ORIGINAL_CLAIMS.years} years`, 'of doing only this'],
  [usualHours, `${unit}, usually, from go to number one`],
  ['24/7', 'watch against fraudulent clicks'],
] as const

export const ProofStats = () => (
  <section aria-label="In figures" className="wrap py-16 sm:py-24">
    <dl className="grid grid-cols-2 gap-x-6 gap-y-10 lg:grid-cols-4">
      {STATS.map(([figure, meaning]) => (
        <div key={figure} className="flex flex-col-reverse justify-end">
          <dt className="mt-3 max-w-[16rem] text-muted">{meaning}</dt>
          <dd>
            <span className="display block text-3xl whitespace-nowrap sm:text-4xl">{figure}</span>
            <span aria-hidden className="ruler mt-3 block h-3 text-strong-line" />
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
