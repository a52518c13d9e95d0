import type { Lead } from '@firsttouch/api/contract/leads'
import { useRecord } from '../data/use-read.ts'
import { InboxPanel, newerVersion, type RecordPanelProps } from '../pieces/inbox/inbox-panel.tsx'
import { Changes, SpamButton, StaffNotes } from '../pieces/inbox/staff-notes.tsx'
import { Work } from '../pieces/inbox/work.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Background } from './background.tsx'
import { Journey } from './journey.tsx'
import { LeadBody } from './lead-row.tsx'
import { Replies } from './replies.tsx'
import { StatusSelect } from './status-select.tsx'

export const LeadPanel = ({ id, item, frame, onOpen }: RecordPanelProps<Lead>) => {
  const details = useRecord('lead', id)
  const journey = useRecord('journey', id)
  const lead = newerVersion(details.data?.lead, item)
  return (
    <InboxPanel id={id} title={lead?.name ?? 'Lead'} {...frame}>
      {lead && (
        <>
          <StatusSelect lead={lead} />
          <Work of="leads" record={lead} name={lead.name} />
          <LeadBody lead={lead}>
            <Replies lead={lead} />
            <SpamButton of="leads" record={lead} />
          </LeadBody>
        </>
      )}
      <Loaded query={details} what="details of this lead" bare skeleton="mt-4 h-40">
        {data => (
          <>
            <StaffNotes read="leads" id={id} notes={data.notes} />
            <Loaded query={journey} what="journey" bare skeleton="mt-6 h-24">
              {known => <Journey journey={known} createdAt={data.lead.createdAt} />}
            </Loaded>
            <Background details={data} onOpen={onOpen} />
            <Changes changes={data.changes} />
          </>
        )}
      </Loaded>
    </InboxPanel>
  )
}
