import type { Lead } from '@firsttouch/api/contract/leads'
import { Fact, Facts, RecordCard, type RecordHandles } from '../pieces/inbox/record-card.tsx'
import { NoteCount } from '../pieces/inbox/staff-notes.tsx'
import { dateTime } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { StatusSelect, WorkBadges } from './lead-work.tsx'
import { Replies } from './replies.tsx'
import { touchText } from './touch-text.ts'
import { repliedText } from './waiting.ts'

const SESSION_SHOWN = 8

type LeadCardProps = {
  lead: Lead
  handles: RecordHandles
  onShowOthers: () => void
}

export const LeadCard = ({ lead, handles, onShowOthers }: LeadCardProps) => (
  <RecordCard
    id={lead.id}
    name={lead.name}
    createdAt={lead.createdAt}
    handles={handles}
    aside={
      <>
        <StatusSelect lead={lead} />
        <WorkBadges lead={lead} />
        {lead.samePerson > 0 && (
          <button
            type="button"
            className="dashboard-target text-xs underline underline-offset-2 hover:no-underline"
            onClick={onShowOthers}
          >
            wrote {lead.samePerson === 1 ? 'one other time' : `${lead.samePerson} other times`}
          </button>
        )}
      </>
    }
    footnote={
      <>
        <NoteCount notes={lead.staffNotes} />
        <Origin lead={lead} />
      </>
    }
    actions={<Replies lead={lead} />}
  >
    <Message lead={lead} />
  </RecordCard>
)

export const Message = ({ lead }: { lead: Lead }) => (
  <>
    <Facts>
      <Fact label="Email">{lead.email}</Fact>
      <Fact label="Phone">{lead.phone}</Fact>
      <Fact label="Business">{lead.business}</Fact>
    </Facts>
    <p className="mt-2 max-w-prose border-l-2 border-strong-line pl-3 wrap-anywhere whitespace-pre-wrap">
      {lead.message}
    </p>
  </>
)

export const Origin = ({ lead }: { lead: Lead }) => (
  <>
    <span>Source: {labelOf(lead.source)}</span>
    {touchText(lead.firstTouchUtm) && <span>First touch: {touchText(lead.firstTouchUtm)}</span>}
    {repliedText(lead) && <span>{repliedText(lead)}</span>}
    {lead.spamReason && <span>Taken for spam: {labelOf(lead.spamReason)}</span>}
    {lead.sessionId && <span title={lead.sessionId}>Session: {lead.sessionId.slice(0, SESSION_SHOWN)}…</span>}
    <span>
      Updated: <time dateTime={lead.updatedAt}>{dateTime(lead.updatedAt)}</time>
    </span>
  </>
)
