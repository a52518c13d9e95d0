import type { FirstTouch } from '@firsttouch/api/contract/forms'
import type { LeadStatus } from '@firsttouch/api/contract/lead-status'
import type { Lead, Touch } from '@firsttouch/api/contract/leads'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Options, Select } from '../../ui/select.tsx'
import { useAddressValue } from '../address/use-address.ts'
import { useMinute, waitText } from '../pieces/inbox/age.ts'
import { Fact, Facts, Identity, type RecordHandles, RecordRow } from '../pieces/inbox/record-row.tsx'
import { NoteCount } from '../pieces/inbox/staff-notes.tsx'
import { WorkMarks } from '../pieces/inbox/work.tsx'
import { capitalised, dateTime } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { Replies } from './replies.tsx'
import { useStatusChange } from './use-lead-change.ts'
import { STATUSES } from './use-lead-filter.ts'

const SESSION_SHOWN = 8

type LeadProps = { lead: Lead }

export const LeadRow = ({ lead, handles }: LeadProps & { handles: RecordHandles }) => (
  <RecordRow
    id={lead.id}
    name={lead.name}
    createdAt={lead.createdAt}
    handles={handles}
    state={handles.onRestore ? capitalised(lead.status) : <StatusSelect lead={lead} />}
    about={[lead.business, lead.message].filter(Boolean).join(' · ')}
    columns={
      <>
        {lead.spamReason ? (
          <span>Classified as spam: {labelOf(lead.spamReason)}</span>
        ) : (
          <span className="hidden whitespace-nowrap @4xl:inline">{labelOf(lead.source)}</span>
        )}
        <WorkMarks record={lead} isOver={lead.status === 'closed'} />
      </>
    }
    age={<Age lead={lead} />}
    actions={!handles.isWhole && <Replies lead={lead} small />}
  >
    <LeadBody lead={lead}>{!handles.onRestore && <Replies lead={lead} />}</LeadBody>
  </RecordRow>
)

const STATUS_LOOK =
  'font-semibold pointer-fine:sm:min-h-7.5 pointer-fine:sm:text-(length:--text-sm) data-[status=closed]:text-muted ' +
  'data-[status=new]:border-(--warn) data-[status=new]:bg-(--warn-surface) ' +
  'data-[status=qualified]:border-ok data-[status=qualified]:bg-(--ok-surface)'

export const StatusSelect = ({ lead }: LeadProps) => {
  const { status, choose } = useStatusChange(lead)
  return (
    <Select
      aria-label={`Status of ${lead.name}`}
      data-keys="1 2 3 4"
      fit
      className={STATUS_LOOK}
      data-status={lead.status}
      value={status}
      onChange={event => choose(event.target.value as LeadStatus)}
    >
      <Options of={STATUSES} />
    </Select>
  )
}

const Age = ({ lead }: LeadProps) => {
  const now = useMinute()
  const isLate = waitingForReply(lead, now)?.isLate
  return (
    <span className={clsx(isLate && 'font-semibold text-danger')}>
      {waitText(now - Date.parse(lead.createdAt))}
      {isLate && <span className="sr-only">, waits too long</span>}
    </span>
  )
}

export const LeadBody = ({ lead, children }: LeadProps & { children: ReactNode }) => (
  <>
    <Facts>
      <Fact label="Email">{lead.email}</Fact>
      <Fact label="Phone">{lead.phone}</Fact>
      <Fact label="Business">{lead.business}</Fact>
    </Facts>
    <p
      dir="auto"
      className="mt-2 max-w-prose border-l-2 border-strong-line pl-3 wrap-anywhere whitespace-pre-wrap"
    >
      {lead.message}
    </p>
    <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    <p className="mt-3 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
      <NoteCount notes={lead.staffNotes} />
      <Others lead={lead} />
      <Origin lead={lead} />
      <Identity {...lead} />
    </p>
  </>
)

const Others = ({ lead: { id, samePerson } }: LeadProps) => {
  const [, setPerson] = useAddressValue('lead-person')
  return samePerson === 0 ? null : (
    <button
      type="button"
      className="dashboard-target min-w-11 underline underline-offset-2 hover:no-underline"
      onClick={() => setPerson(id)}
    >
      wrote {samePerson === 1 ? 'one other time' : `${samePerson} other times`}
    </button>
  )
}

const Origin = ({ lead }: LeadProps) => {
  const waiting = waitingForReply(lead, useMinute())
  return (
    <>
      {waiting && <span className={clsx(waiting.isLate && 'font-semibold text-danger')}>{waiting.text}</span>}
      <span>Source: {labelOf(lead.source)}</span>
      {touchText(lead.firstTouchUtm) && <span>First touch: {touchText(lead.firstTouchUtm)}</span>}
      {repliedText(lead) && <span>{repliedText(lead)}</span>}
      {lead.spamReason && <span>Classified as spam: {labelOf(lead.spamReason)}</span>}
      {lead.sessionId && (
        <span title={lead.sessionId}>Session: {lead.sessionId.slice(0, SESSION_SHOWN)}…</span>
      )}
      <span>
        Updated: <time dateTime={lead.updatedAt}>{dateTime(lead.updatedAt)}</time>
      </span>
    </>
  )
}

type Waits = Pick<
  Lead,
  'status' | 'spamReason' | 'createdAt' | 'replyDueAt' | 'firstReplyAt' | 'firstReplyBy'
>

/** null for spam and for leads that no longer wait for a reply. */
export const waitingForReply = (
  { status, spamReason, createdAt, replyDueAt }: Waits,
  now: number,
): { isLate: boolean; text: string } | null => {
  if (status !== 'new' || spamReason) return null
  const waits = `Waiting ${waitText(now - Date.parse(createdAt))}`
  const isLate = replyDueAt !== null && Date.parse(replyDueAt) < now
  return { isLate, text: isLate ? `${waits}: reply promised by ${dateTime(replyDueAt)}` : waits }
}

export const repliedText = ({ createdAt, firstReplyAt, firstReplyBy }: Waits): string | null =>
  firstReplyAt === null
    ? null
    : `Replied${firstReplyBy ? ` by ${firstReplyBy}` : ''} on ${dateTime(firstReplyAt)}, after ${waitText(Date.parse(firstReplyAt) - Date.parse(createdAt))}`

/** Example: "Paid search / Google / Paid clicks (CPC) / spring_roofs". */
export const touchText = (touch: FirstTouch & Partial<Touch>): string => {
  const { channel, referringSite, utm_source, utm_medium, utm_campaign, utm_content, utm_term } = touch
  const source = (utm_source === 'referral' && referringSite) || labelOf(utm_source)
  const medium = channel && utm_medium === 'organic' ? '' : labelOf(utm_medium)
  return channel === 'Internal'
    ? channel
    : [channel, source, medium, utm_campaign, utm_content, utm_term].filter(Boolean).join(' / ')
}
