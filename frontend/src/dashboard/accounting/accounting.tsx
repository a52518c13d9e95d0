import { type PipelineAccounting, VISITOR_TYPES } from '@firsttouch/api/contract/pipeline'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { useRead } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { count, timeOfDay } from '../words/format.ts'
import {
  asideInWords,
  balanceInWords,
  canaryInWords,
  comparisonInWords,
  lagInWords,
  TYPE_NAMES,
} from './accounting-words.ts'

/** Whether anything was lost or counted twice on the way from the visitor to the figures. */
export const Accounting = () => {
  const query = useRead('accounting')
  return (
    <Section
      id="accounting"
      title="Accounting"
      meta={
        query.data && (
          <>
            <Badge tone={query.data.balanced ? 'ok' : 'danger'}>
              {balanceInWords(query.data.balanced).badge}
            </Badge>
            <span>as of {timeOfDay(query.data.asOf)}</span>
          </>
        )
      }
    >
      <Loaded query={query} what="accounting" skeleton="m-5 h-28">
        {accounting => <Balance accounting={accounting} />}
      </Loaded>
    </Section>
  )
}

const Balance = ({ accounting }: { accounting: PipelineAccounting }) => (
  <div className="grid gap-x-8 gap-y-4 px-4 py-4 sm:px-5 xl:grid-cols-[minmax(0,auto)_minmax(16rem,1fr)]">
    <div className="min-w-0">
      <p className="mb-2 max-w-prose">{balanceInWords(accounting.balanced).sentence}</p>
      <Accounts accounting={accounting} />
      <p className="mt-1 text-xs text-muted sm:hidden">The table goes on to the right: swipe it.</p>
    </div>
    <dl className="space-y-2">
      <Line name="On the way">{lagInWords(accounting.lag)}</Line>
      <Line name="Test events">{canaryInWords(accounting.canary, Date.parse(accounting.asOf))}</Line>
      <Line name="Checked">
        {accounting.reconciliation && `At ${timeOfDay(accounting.reconciliation.checkedAt)}. `}
        {comparisonInWords(accounting.reconciliation)}
      </Line>
      <Line name="Set aside">{asideInWords(accounting.deadLetters)}</Line>
    </dl>
  </div>
)

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap gap-x-4">
    <dt className="w-24 shrink-0 text-muted">{name}</dt>
    <dd className="min-w-0 flex-[1_1_16rem]">{children}</dd>
  </div>
)

type Account = PipelineAccounting['total']
const COLUMNS: readonly { head: string; sign: string; of: (account: Account) => number }[] = [
  { head: 'Accepted', sign: '', of: account => account.accepted },
  { head: 'People', sign: '= ', of: account => account.uniqueHuman },
  { head: 'Bots', sign: '+ ', of: account => account.uniqueBot - account.testEvents },
  { head: 'Test events', sign: '+ ', of: account => account.testEvents },
  { head: 'Sent twice', sign: '+ ', of: account => account.duplicates },
  { head: 'Set aside', sign: '+ ', of: account => account.deadLetters },
]

const Accounts = ({ accounting }: { accounting: PipelineAccounting }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard
  <section aria-label="Accounts by kind of event" tabIndex={0} className="goes-on overflow-x-auto">
    <table className="w-full text-right text-sm tabular-nums">
      <thead className="text-xs text-muted">
        <tr>
          <th scope="col" className="py-1 pr-3 text-left font-medium">
            Events
          </th>
          {COLUMNS.map(({ head, sign }) => (
            <th key={head} scope="col" className="py-1 pl-3 font-medium whitespace-nowrap">
              <span aria-hidden>{sign}</span>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {accounting.types
          .filter(({ type, accepted }) => isOfVisitors(type) && (type !== 'unknown' || accepted > 0))
          .map(({ type, ...account }) => (
            <Row key={type} name={TYPE_NAMES[type]} account={account} />
          ))}
        <Row name="All" account={accounting.total} strong />
        {accounting.types
          .filter(({ type, accepted }) => !isOfVisitors(type) && accepted > 0)
          .map(({ type, ...account }) => (
            <Row key={type} name={TYPE_NAMES[type]} account={account} />
          ))}
      </tbody>
    </table>
  </section>
)

const isOfVisitors = (type: PipelineAccounting['types'][number]['type']): boolean =>
  VISITOR_TYPES.some(one => one === type)

const Row = ({ name, account, strong }: { name: string; account: Account; strong?: boolean }) => (
  <tr className={strong ? 'border-t border-line font-semibold' : 'border-t border-line'}>
    <th scope="row" className="py-1 pr-3 text-left [font-weight:inherit] whitespace-nowrap">
      {name}
    </th>
    {COLUMNS.map(({ head, of }) => (
      <td key={head} className="py-1 pl-3">
        <ChangedNumber value={of(account)}>{count(of(account))}</ChangedNumber>
      </td>
    ))}
  </tr>
)
