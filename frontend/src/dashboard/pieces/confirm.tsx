/** Asks for confirmation before a change that cannot easily be undone. Shows one question at a time. */
import { Dialog } from '../../ui/dialog.tsx'
import { openStore } from '../data/store.ts'
import { Button } from './button.tsx'

type Question = { title: string; text: string; action: string; run: () => void }

const { get, set, subscribe, useIt } = openStore<Question | undefined>(undefined)

export const confirmFirst = (question: Question): void => set(question)

export const questions = {
  ...{ current: get, subscribe },
  answer: (isYes: boolean) => {
    const asked = get()
    set(undefined)
    if (isYes) asked?.run()
  },
}

export const ConfirmDialog = () => {
  const question = useIt()
  return (
    question && (
      <Dialog open onClose={() => questions.answer(false)} title={question.title} description={question.text}>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button variant="primary" size="md" onClick={() => questions.answer(true)}>
            {question.action}
          </Button>
          <Button size="md" autoFocus onClick={() => questions.answer(false)}>
            Cancel
          </Button>
        </div>
      </Dialog>
    )
  )
}
