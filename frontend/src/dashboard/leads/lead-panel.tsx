/** One lead: who they are, how they came, what they did, and what staff made of it. */
import type { LeadDetails } from '@firsttouch/api/contract/leads'
import { useRead } from '../data/use-read.ts'
import { Changes } from '../pieces/inbox/changes.tsx'
import type { RecordPanelProps } from '../pieces/inbox/inbox.tsx'
import { SpamButton } from '../pieces/inbox/spam-button.tsx'
import { StaffNotes } from '../pieces/inbox/staff-notes.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { RecordPanel } from '../pieces/record-panel.tsx'
import { dateTime } from '../words/format.ts'
import { Background } from './background.tsx'
import { Journey } from './journey.tsx'
import { Message, Origin } from './lead-card.tsx'
import { LeadWork, StatusSelect } from './lead-work.tsx'
import { Replies } from './replies.tsx'

export const LeadPanel = ({ id, onOpen, onClose }: RecordPanelProps) => {
  const details = useRead('lead', { id })
  const journey = useRead('journey', { id })
  return (
    <RecordPanel title={details.data?.lead.name ?? 'Lead'} onClose={onClose}>
      <Loaded query={details} what="details of this lead" bare skeleton="mt-4 h-40">
        {data => (
          <>
            <Head {...data} />
            <StaffNotes read="leads" id={id} notes={data.notes} />
            <Loaded query={journey} what="journey" bare skeleton="mt-6 h-24">
              {known => <Journey journey={known} createdAt={data.lead.createdAt} />}
            </Loaded>
            <Background details={data} onOpen={onOpen} />
            <Changes changes={data.changes} />
          </>
        )}
      </Loaded>
    </RecordPanel>
  )
}

const Head = ({ lead }: Pick<LeadDetails, 'lead'>) => (
  <>
    <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-2">
      <StatusSelect lead={lead} />
      <time dateTime={lead.createdAt} className="text-muted tabular-nums">
        {dateTime(lead.createdAt)}
      </time>
    </div>
    <LeadWork lead={lead} />
    <Message lead={lead} />
    <div className="mt-3 flex flex-wrap gap-2">
      <Replies lead={lead} />
      <SpamButton of="leads" record={lead} />
    </div>
    <p className="mt-3 flex flex-wrap gap-x-4 text-xs text-muted tabular-nums">
      <Origin lead={lead} />
      <span className="wrap-anywhere">ID {lead.id}</span>
    </p>
  </>
)
