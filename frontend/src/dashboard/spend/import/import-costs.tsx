import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { CircleHelp, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { daysInWords } from '../../address/range.ts'
import { Button } from '../../pieces/button.tsx'
import { InputField } from '../../pieces/form-fields.tsx'
import { calendarDay, count, counted } from '../../words/format.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportNames } from './import-names.tsx'
import { type PreviewProps, storedWords, useImport } from './use-import.ts'

type ImportCostsProps = { campaigns: readonly Campaign[]; onDone: (from?: string) => void }

export const ImportCosts = ({ campaigns, onDone }: ImportCostsProps) => {
  const report = useImport(onDone)
  return (
    <div className="grid gap-4 p-4 sm:p-5">
      <div className="grid gap-4 lg:grid-cols-2">
        <InputField
          label="Report as CSV or Excel"
          hint="By campaign and day, as downloaded from Google Ads, Microsoft Advertising, Meta, LinkedIn, TikTok and others."
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,text/csv"
          inputClass="py-1.5"
          onChange={({ target: { files } }) => files?.[0] && report.open({ file: files[0], dates: '' })}
        />
      </div>
      <div>
        <Button onClick={() => onDone()}>Cancel</Button>
      </div>
      {report.report && report.answer && (
        <ImportPreview answer={report.answer} campaigns={campaigns} report={report} />
      )}
    </div>
  )
}

export const ImportPreview = (props: PreviewProps) => {
  const { answer, report } = props
  const unknown = answer.campaigns.filter(({ by }) => by === 'unknown').length
  const { added, changed } = answer.changes
  const isKnown = answer.columns.day !== ''
  const isAnswered = answer.questions.length === 0 || report.report?.isConfirmed === true
  const isReady =
    answer.problems.length === 0 && unknown === 0 && isAnswered && added + changed + answer.known.length > 0
  return (
    <section
      aria-label="What the report says"
      aria-busy={report.isWorking}
      className="grid gap-4 border-t border-line pt-4"
    >
      {isKnown && <Head answer={answer} />}
      {answer.sheet && <ImportColumns key={answer.sheet.headings.join()} {...props} sheet={answer.sheet} />}
      {isKnown && <Problems {...props} />}
      <Questions {...props} />
      {answer.campaigns.length > 0 && <ImportNames {...props} />}
      <Notice tone="plain" what="days" all={answer.known} more={answer.moreKnown} />
      <div className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2', !isKnown && 'hidden')}>
        <Button variant="primary" disabled={!isReady || report.isWorking} onClick={report.store}>
          Store {counted(added + changed, 'costs')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {unknown > 0
            ? `First choose a campaign for ${unknown === 1 ? 'the marked name' : `the ${unknown} marked names`}.`
            : answer.problems.length > 0
              ? 'Fix the problems first. A report with problems cannot be stored.'
              : isAnswered
                ? storedWords(answer.changes)
                : 'Answer the questions first.'}
        </p>
      </div>
    </section>
  )
}

const Head = ({ answer: { format, columns, rows, range, leftOut } }: { answer: ImportAnswer }) => (
  <div className="text-sm">
    <p>
      <span className="font-semibold">{format === 'table' ? 'A table' : `A report from ${format}`}</span>:{' '}
      {counted(rows, 'rows')}
      {range && `, ${daysInWords(range.from, range.to)}`}. Campaign column: {columns.campaign}. Day column:{' '}
      {columns.day}. Cost column: {columns.cost}.{columns.clicks && ` Clicks column: ${columns.clicks}.`}
    </p>
    {leftOut.length > 0 && (
      <p className="mt-0.5 text-muted">
        Left out:{' '}
        {leftOut
          .map(
            ({ reason, rows: n, lines }) =>
              `${reason} (${n === 1 ? 'line' : 'lines'} ${lines.join(', ')}${n > lines.length ? ' and others' : ''})`,
          )
          .join('; ')}
        .
      </p>
    )}
  </div>
)

const Problems = ({ answer: { problems, moreProblems, asksForDates }, report }: PreviewProps) => (
  <Notice
    tone="danger"
    what="problems"
    all={problems.map(
      ({ line, field, message }) => `${line === null ? '' : `Line ${line}, `}${field} ${message}.`,
    )}
    more={moreProblems}
  >
    {asksForDates && (
      <div className="mt-2 flex flex-wrap gap-2">
        <Button onClick={() => report.readAgain({ dates: 'day-first' })}>Day first (31/12)</Button>
        <Button onClick={() => report.readAgain({ dates: 'month-first' })}>Month first (12/31)</Button>
      </div>
    )}
  </Notice>
)

/** Staff confirm or correct implausible costs before the import stores anything. */
const Questions = ({ answer: { questions, moreQuestions }, report }: PreviewProps) => (
  <Notice
    tone="question"
    what="questions"
    all={questions.map(({ campaign, day, message }) => `${campaign} on ${calendarDay(day)} ${message}.`)}
    more={moreQuestions}
  >
    <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
      {questions[0]?.about === 'millionths' && (
        <Button variant="secondary" onClick={() => report.readAgain({ millionths: true })}>
          Divide by a million
        </Button>
      )}
      <Checkbox
        label="The costs are correct"
        checked={report.report?.isConfirmed ?? false}
        onChange={({ target }) => report.confirm(target.checked)}
      />
    </div>
  </Notice>
)

const TONES = {
  danger: ['border-danger/45 bg-danger-surface', 'text-danger', TriangleAlert],
  question: ['border-strong-line bg-sunken', '', CircleHelp],
  plain: ['border-line', '', null],
} as const
const MOST_SHOWN = 8

type NoticeProps = {
  tone: keyof typeof TONES
  what: Parameters<typeof counted>[1]
  all: readonly string[]
  more: number
  children?: ReactNode
}

const Notice = ({ tone, what, all, more, children }: NoticeProps) => {
  const [box, head, Icon] = TONES[tone]
  if (all.length === 0) return null
  return (
    <div
      role={tone === 'plain' ? undefined : 'alert'}
      className={clsx('rounded-md border px-3 py-2.5 text-sm', box)}
    >
      <p className={clsx('flex items-center gap-2 font-semibold', head)}>
        {Icon && <Icon aria-hidden size={16} />} {counted(all.length + more, what)}
        {tone === 'plain' && ' already had another cost'}
      </p>
      <ul className="mt-1 grid gap-0.5 tabular-nums">
        {all.slice(0, MOST_SHOWN).map(sentence => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
        {all.length + more > MOST_SHOWN && <li>And {count(all.length + more - MOST_SHOWN)} more.</li>}
      </ul>
      {children}
    </div>
  )
}
