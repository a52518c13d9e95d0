import { type PipelineAccounting, VISITOR_TYPES } from '@firsttouch/api/contract/pipeline'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { useRead } from '../data/use-read.ts'
import { ChangedNumber } from '../pieces/changed-number.tsx'
import { FigureTable } from '../pieces/figure-table.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { count, timeOfDay } from '../words/format.ts'
import {
  asideInWords,
  balanceInWords,
  canaryInWords,
  comparisonInWords,
  lagInWords,
  releaseInWords,
  TYPE_NAMES,
} from './accounting-words.ts'

/** Shows whether events were lost or counted twice between the visitor and the figures. */
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
        {accounting => (
          <div className="grid gap-x-8 gap-y-4 px-4 py-4 sm:px-5 xl:grid-cols-[minmax(0,auto)_minmax(16rem,1fr)]">
            <div className="min-w-0">
              <p className="mb-2 max-w-prose">{balanceInWords(accounting.balanced).sentence}</p>
              <Accounts accounting={accounting} />
              <p className="mt-1 text-xs text-muted sm:hidden">Swipe the table to see more columns.</p>
            </div>
            <dl className="space-y-2">
              <Line name="Waiting">{lagInWords(accounting.lag)}</Line>
              <Line name="Test events">{canaryInWords(accounting.canary, Date.parse(accounting.asOf))}</Line>
              <Line name="Checked">
                {accounting.reconciliation && `At ${timeOfDay(accounting.reconciliation.checkedAt)}. `}
                {comparisonInWords(accounting.reconciliation)}
              </Line>
              <Line name="Dead letters">{asideInWords(accounting.deadLetters)}</Line>
              <Line name="Version">{releaseInWords(accounting.release)}</Line>
            </dl>
          </div>
        )}
      </Loaded>
    </Section>
  )
}

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
  { head: 'Dead letters', sign: '+ ', of: account => account.deadLetters },
]

const Accounts = ({ accounting: { types, total } }: { accounting: PipelineAccounting }) => {
  const ofVisitors = types.filter(({ type }) => isOfVisitors(type))
  const others = types.filter(({ type, accepted }) => !isOfVisitors(type) && accepted > 0)
  return (
    <FigureTable
      caption="Accounts by kind of event"
      look="text-sm"
      heads={[
        'Events',
        ...COLUMNS.map(({ head, sign }) => (
          <span key={head} className="whitespace-nowrap">
            <span aria-hidden>{sign}</span>
            {head}
          </span>
        )),
      ]}
      rows={[
        ...ofVisitors.filter(({ type, accepted }) => type !== 'unknown' || accepted > 0).map(rowOf),
        { key: 'all', head: 'All', cells: cellsOf(total), isTotal: true },
        ...others.map(rowOf),
      ]}
    />
  )
}

type TypeAccount = PipelineAccounting['types'][number]

const isOfVisitors = (type: TypeAccount['type']): boolean => VISITOR_TYPES.some(one => one === type)

const rowOf = ({ type, ...account }: TypeAccount) => ({
  key: type,
  head: <span className="whitespace-nowrap">{TYPE_NAMES[type]}</span>,
  cells: cellsOf(account),
})

const cellsOf = (account: Account) =>
  COLUMNS.map(({ head, of }) => (
    <ChangedNumber key={head} value={of(account)}>
      {count(of(account))}
    </ChangedNumber>
  ))
