import type { Change, Note } from '@firsttouch/api/contract/inbox'
import type { Lead } from '@firsttouch/api/contract/leads'
import type { OnboardingSubmission } from '@firsttouch/api/contract/onboarding'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../../ui/toast.ts'
import { useAdminWrite, useRecordChange } from '../../data/writes.ts'
import { calendarDay, capitalised, counted, dateTime } from '../../words/format.ts'
import { labelOf, STEP_WORDS } from '../../words/labels.ts'
import { Button } from '../button.tsx'
import { Submit, TextareaField } from '../form-fields.tsx'
import { Nothing } from '../loaded.tsx'
import { Part } from '../section.tsx'

type Of = { read: 'leads' | 'onboarding'; id: string }
export const StaffNotes = ({ notes, ...of }: Of & { notes: readonly Note[] }) => (
  <Part title="Notes" meta="Only staff see them">
    <NoteForm {...of} />
    <ul className="mt-3 space-y-3">
      {notes.map(note => (
        <li key={note.id} className="rounded-md bg-sunken px-3 py-2">
          <p className="wrap-anywhere whitespace-pre-wrap">{note.body}</p>
          <p className="mt-1 text-xs text-muted">
            {note.author}, <time dateTime={note.createdAt}>{dateTime(note.createdAt)}</time>
          </p>
        </li>
      ))}
    </ul>
  </Part>
)

export const NoteCount = ({ notes }: { notes: number }) =>
  notes > 0 && <span className="font-semibold text-ink">{counted(notes, 'notes')}</span>

const NoteForm = ({ read, id }: Of) => {
  /** Key of the unsaved note in session storage. The note survives closing the panel and reloading. */
  const draft = `note-${id}`
  const [body, setBody] = useState(() => sessionStorage.getItem(draft) ?? '')
  const write = (text: string) => {
    setBody(text)
    if (text) sessionStorage.setItem(draft, text)
    else sessionStorage.removeItem(draft)
  }
  const add = useAdminWrite<string>({
    call: text => ({ method: 'POST', path: `${read}/${id}/notes`, body: { body: text } }),
    changes: read,
    failure: 'Failed to save the note',
    onSaved: () => {
      write('')
      toast({ title: 'Note added' })
    },
  })
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={event => {
        event.preventDefault()
        if (body.trim()) add.mutate(body)
      }}
    >
      <TextareaField
        label="New note"
        className="grow basis-64"
        rows={2}
        maxLength={5000}
        value={body}
        onChange={event => write(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            event.currentTarget.form?.requestSubmit()
        }}
      />
      <Submit
        words="Add note"
        working="Adding..."
        isWorking={add.isPending}
        variant="secondary"
        disabled={!body.trim()}
      />
    </form>
  )
}

type SpamButtonProps = { of: 'leads' | 'onboarding'; record: Lead | OnboardingSubmission }

export const SpamButton = ({ of, record }: SpamButtonProps) => {
  const isSpam = record.spamReason !== ''
  const change = useRecordChange<{ spam: boolean }>({
    of,
    record,
    failure: 'Failed to change the spam mark',
    onSaved: (_, { spam }) => toast({ title: spam ? 'Marked as spam' : 'Marked as not spam' }),
  })
  const Icon = isSpam ? ShieldCheck : ShieldAlert
  return (
    <Button disabled={change.isPending} onClick={() => change.mutate({ spam: !isSpam })}>
      <Icon aria-hidden size={14} /> {isSpam ? 'Not spam' : 'Mark as spam'}
    </Button>
  )
}

export const Changes = ({ changes }: { changes: readonly Change[] }) => (
  <Part title="History">
    {changes.length === 0 ? (
      <Nothing>No changes yet.</Nothing>
    ) : (
      <ol className="space-y-1.5">
        {changes.map(change => (
          <li key={`${change.changedAt} ${change.field} ${change.after}`} className="flex flex-wrap gap-x-3">
            <span>{words(change)}</span>
            <span className="text-muted tabular-nums">
              {change.changedBy}, <time dateTime={change.changedAt}>{dateTime(change.changedAt)}</time>
            </span>
          </li>
        ))}
      </ol>
    )}
  </Part>
)

const NAMES = { status: 'Status', owner: 'Owner', follow_up: 'Follow-up', spam: 'Spam', ...STEP_WORDS }

const words = ({ field, before, after }: Change): string =>
  `${NAMES[field]}: ${inWords(field, after)}, was ${inWords(field, before)}`

const inWords = (field: Change['field'], value: string): string => {
  if (field === 'status') return capitalised(value)
  if (field === 'owner') return value || 'nobody'
  if (field === 'follow_up') return value ? calendarDay(value) : 'no day'
  if (field === 'spam') return value === 'staff' ? 'yes' : labelOf(value) || 'no'
  return value || 'not done'
}
