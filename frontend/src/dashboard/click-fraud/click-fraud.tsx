/** Networks that clicked ads repeatedly without engaging, and a list of IP exclusions for Google Ads. */
import type { ClickFraud as Answer } from '@firsttouch/api/contract/click-fraud'
import { useRange } from '../address/range.ts'
import { useClickFraud } from '../data/figures.ts'
import { FigureTable } from '../pieces/figure-table.tsx'
import { TextareaField } from '../pieces/form-fields.tsx'
import { Loaded, Nothing } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { calendarDay, count, counted, money } from '../words/format.ts'

export const ClickFraud = () => {
  const { open, toggle } = useOpened('click-fraud')
  return (
    <Section
      id="click-fraud"
      title="Click fraud"
      meta={<span>{useRange().words}</span>}
      actions={toggle({ words: 'Look for click fraud', closing: 'Close' })}
    >
      {open && <Evidence />}
    </Section>
  )
}

export const Evidence = () => (
  <div className="px-4 py-3 sm:px-5">
    <Loaded query={useClickFraud()} what="paid clicks" bare skeleton="h-40">
      {answer => {
        if (answer.paidClicks === 0) return <Nothing>No paid clicks on these days.</Nothing>
        if (answer.rows.length > 0) return <Found {...answer} />
        const clicks = counted(answer.paidClicks, 'paid clicks')
        return <Nothing>Checked {clicks}: no network clicked repeatedly without engaging.</Nothing>
      }}
    </Loaded>
  </div>
)

const Found = ({ rows, exclusions, wasted, paidClicks, currency }: Answer) => (
  <>
    <p className="mb-3">
      {count(wasted.clicks)} of {counted(paidClicks, 'paid clicks')} came from{' '}
      {counted(wasted.networks, 'networks')} that clicked a campaign at least three times a day and never went
      further: no second page, no conversion, no ten seconds on the screen.
      {wasted.cost !== null && ` They cost ${money(wasted.cost, currency)}.`}
    </p>
    <FigureTable
      caption="Paid clicks without engagement"
      heads={['Network', 'Clicks', 'Browsers', 'Cost', 'Day', 'Campaign']}
      rows={rows.map(({ network, date, campaign, clicks, sessions, cost }) => ({
        key: `${network} ${date} ${campaign}`,
        head: <span className="whitespace-nowrap">{network}</span>,
        cells: [
          ...[count(clicks), count(sessions), money(cost, currency)],
          <span key="day" className="whitespace-nowrap">
            {calendarDay(date)}
          </span>,
          campaign || 'No tag',
        ],
      }))}
      className="max-h-96"
      look="min-w-[36rem] text-sm"
    />
    <TextareaField
      className="mt-4"
      label="IP exclusions for Google Ads"
      hint="Copy the lines into the campaign’s settings in Google Ads, which accept 500 lines. Each line excludes up to 256 addresses, and some may belong to customers."
      readOnly
      inputClass="font-mono"
      value={exclusions.join('\n')}
      onFocus={event => event.currentTarget.select()}
    />
  </>
)
