/** Staff confirm or correct implausible costs before the import stores anything. */
import type { ImportAnswer } from '@firsttouch/api/contract/costs/spend'
import { CircleHelp } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { calendarDay, count, counted } from '../../words/format.ts'

type ImportQuestionsProps = {
  answer: Pick<ImportAnswer, 'questions' | 'moreQuestions'>
  isConfirmed: boolean
  onConfirm: (isConfirmed: boolean) => void
  onMillionths: () => void
}

export const ImportQuestions = ({ answer, isConfirmed, onConfirm, onMillionths }: ImportQuestionsProps) => {
  const { questions, moreQuestions } = answer
  if (questions.length === 0) return null
  const more = questions.length + moreQuestions - MOST_SHOWN
  return (
    <div role="alert" className="rounded-md border border-strong-line bg-sunken px-3 py-2.5 text-sm">
      <p className="flex items-center gap-2 font-semibold">
        <CircleHelp aria-hidden size={16} /> {counted(questions.length + moreQuestions, 'questions')}
      </p>
      <ul className="mt-1 grid gap-0.5">
        {questions.slice(0, MOST_SHOWN).map(({ campaign, day, message }) => (
          <li key={`${campaign} ${day} ${message}`} className="wrap-anywhere">
            {campaign} on {calendarDay(day)} {message}.
          </li>
        ))}
        {more > 0 && <li>And {count(more)} more.</li>}
      </ul>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        {questions[0]?.about === 'millionths' && (
          <Button size="sm" variant="secondary" onClick={onMillionths}>
            Divide by a Million
          </Button>
        )}
        <Checkbox
          label="The costs are right as they are"
          checked={isConfirmed}
          onChange={({ target }) => onConfirm(target.checked)}
        />
      </div>
    </div>
  )
}
const MOST_SHOWN = 8
