/** From visit to customer. Each step links to its leads. */
import type { Funnel as Answer } from '@firsttouch/api/contract/costs/funnel'
import { LANDING_PAGE } from '@firsttouch/ingest/experiments'
import { oneOf, useChoice } from '../address/filters.ts'
import { useNarrowed, usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useFunnel } from '../data/figures.ts'
import { daysBefore } from '../pieces/comparison.ts'
import {
  costDaysWords,
  coveredWords,
  noCostWords,
  partWithoutCost,
  withoutCost,
} from '../pieces/cost-words.ts'
import { FilterSelect } from '../pieces/filters/filter-control.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { money } from '../words/format.ts'
import { FunnelTable } from './funnel-table.tsx'

const VARIANT = oneOf(
  'funnel-variant',
  'Landing page of the funnel',
  'Any landing page',
  LANDING_PAGE.variants.map(({ name, label }) => [name, label] as const),
)

export const Funnel = () => {
  const [variant, setVariant] = useChoice(VARIANT)
  const query = useFunnel(variant)
  const { words } = useRange()
  const narrowed = useNarrowed()
  const { channel, referringSite } = usePageFilter().chosen
  const part = variant ? 'landing page' : channel ? 'channel' : referringSite && 'site'
  return (
    <Section
      id="funnel"
      title="From Visit to Customer"
      meta={
        <>
          <span>{words}</span>
          {narrowed && <span>{narrowed}</span>}
        </>
      }
      actions={<FilterSelect filter={VARIANT} value={variant} onChange={setVariant} />}
    >
      <Loaded query={query} what="funnel" skeleton="m-5 h-64">
        {answer => (
          <div className="px-4 py-4 sm:px-5">
            <FunnelTable answer={answer} variant={variant} />
            <p className="mt-3 text-xs text-muted">{noteOf(answer, part)}</p>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

/** `part`: of what no cost is known by itself; empty for none. */
const noteOf = (answer: Answer, part: string): string => {
  const { cost, costDays, currency, daysWithoutCost, previous } = answer
  const missing = daysWithoutCost && withoutCost(daysWithoutCost)
  return [
    'Leads count on the day of their form, as they stand now; a qualified lead that was closed counts as qualified still. The share of leads is of visits, every later one of leads.',
    costDays
      ? `${costDaysWords(costDays)}: ${money(cost, currency)}, divided by what came on the same days.`
      : part
        ? partWithoutCost(part)
        : noCostWords(answer),
    missing && `${missing}.`,
    previous &&
      `Before: ${daysBefore(previous)}${previous.costDays ? `; costs of ${coveredWords(previous.costDays)}` : ''}.`,
  ]
    .filter(Boolean)
    .join(' ')
}
