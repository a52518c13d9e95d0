/** Asks for confirmation before a change that cannot easily be undone. One question at a time. */
import { useSyncExternalStore } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Button } from './button.tsx'

type Question = { title: string; text: string; action: string; run: () => void }

let open: Question | undefined
const listeners = new Set<() => void>()
const show = (next: Question | undefined): void => {
  open = next
  for (const listener of listeners) listener()
}

export const confirmFirst = (question: Question): void => show(question)

export const questions = {
  current: () => open,
  answer: (isYes: boolean) => {
    const asked = open
    show(undefined)
    if (isYes) asked?.run()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

export const ConfirmDialog = () => {
  const question = useSyncExternalStore(questions.subscribe, questions.current, () => undefined)
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
