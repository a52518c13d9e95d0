/** What a report says and what would be stored of it, with what staff have to decide first. */
import type { Campaign } from '@firsttouch/api/contract/campaign'
import type { ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { clsx } from 'clsx'
import { TriangleAlert } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { daysInWords } from '../../address/range.ts'
import { count, counted } from '../../words/format.ts'
import { ImportColumns } from './import-columns.tsx'
import { ImportNames } from './import-names.tsx'
import { ImportQuestions } from './import-questions.tsx'
import { storedWords, type useImport } from './use-import.ts'

type ImportPreviewProps = {
  answer: ImportAnswer
  campaigns: readonly Campaign[]
  report: ReturnType<typeof useImport>
}

export const ImportPreview = ({ answer, campaigns, report }: ImportPreviewProps) => {
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
      {answer.sheet && (
        <ImportColumns
          key={answer.sheet.headings.join()}
          sheet={answer.sheet}
          columns={answer.columns}
          onChoose={report.readColumns}
          isWorking={report.isWorking}
        />
      )}
      {isKnown && <Problems answer={answer} onDates={report.readDates} />}
      <ImportQuestions
        answer={answer}
        isConfirmed={report.report?.isConfirmed ?? false}
        onConfirm={report.confirm}
        onMillionths={report.readMillionths}
      />
      {answer.campaigns.length > 0 && (
        <ImportNames
          answer={answer}
          campaigns={campaigns}
          onChoose={report.choose}
          isWorking={report.isWorking}
        />
      )}
      <Known answer={answer} />
      <div className={clsx('flex flex-wrap items-center gap-x-4 gap-y-2', !isKnown && 'hidden')}>
        <Button size="sm" disabled={!isReady || report.isWorking} onClick={report.store}>
          Store {counted(added + changed, 'costs')}
        </Button>
        <p role="status" className="text-sm text-muted">
          {unknown > 0
            ? `Choose what ${unknown === 1 ? 'the marked name means' : `the ${unknown} marked names mean`} first.`
            : answer.problems.length > 0
              ? 'Nothing is stored of a report with a problem.'
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
      <span className="font-semibold">{format === 'table' ? 'A table' : `A report of ${format}`}</span>:{' '}
      {counted(rows, 'rows')}
      {range && `, ${daysInWords(range.from, range.to)}`}. Read as campaign: {columns.campaign}; as day:{' '}
      {columns.day}; as cost: {columns.cost}
      {columns.clicks && `; as clicks: ${columns.clicks}`}.
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

type ProblemsProps = { answer: ImportAnswer; onDates: (dates: 'day-first' | 'month-first') => void }

const Problems = ({ answer: { problems, moreProblems, asksForDates }, onDates }: ProblemsProps) =>
  problems.length > 0 && (
    <div role="alert" className="rounded-md border border-danger/45 bg-danger-surface px-3 py-2.5 text-sm">
      <p className="flex items-center gap-2 font-semibold text-danger">
        <TriangleAlert aria-hidden size={16} /> {counted(problems.length + moreProblems, 'problems')}
      </p>
      <ul className="mt-1 grid gap-0.5">
        {problems.slice(0, MOST_SHOWN).map(({ line, field, message }) => (
          <li key={`${line} ${field} ${message}`} className="wrap-anywhere">
            {line !== null && `Line ${line}, `}
            {field} {message}.
          </li>
        ))}
        {problems.length + moreProblems > MOST_SHOWN && (
          <li>And {count(problems.length + moreProblems - MOST_SHOWN)} more.</li>
        )}
      </ul>
      {asksForDates && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button size="sm" variant="ghost" onClick={() => onDates('day-first')}>
            The Day Comes First
          </Button>
          <Button size="sm" variant="ghost" onClick={() => onDates('month-first')}>
            The Month Comes First
          </Button>
        </div>
      )}
    </div>
  )
const MOST_SHOWN = 8

/** Known costs of the report's days, with both amounts. */
const Known = ({ answer: { known, moreKnown } }: { answer: ImportAnswer }) =>
  known.length > 0 && (
    <div className="rounded-md border border-line px-3 py-2.5 text-sm">
      <p className="font-semibold">{counted(known.length + moreKnown, 'days')} already known</p>
      <ul className="mt-1 grid gap-0.5 tabular-nums">
        {known.slice(0, MOST_SHOWN).map(text => (
          <li key={text} className="wrap-anywhere">
            {text}
          </li>
        ))}
        {known.length + moreKnown > MOST_SHOWN && (
          <li>And {count(known.length + moreKnown - MOST_SHOWN)} more.</li>
        )}
      </ul>
    </div>
  )
