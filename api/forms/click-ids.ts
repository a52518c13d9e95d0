/** The ids of the advert's click that brought a lead: in a table of their own, and in no event. */
import type { ISql } from 'postgres'
import type { AdClick } from '../contract/forms.ts'

/** `sentAt`: when the form was sent, by the browser's clock; the click is as long ago as that clock says. No click is later than its form. */
export const insertClickIds = async (
  sql: ISql,
  record: { lead: string } | { submission: string },
  { ids, clickedAt }: AdClick,
  now: Date,
  sentAt: number = now.getTime(),
): Promise<void> => {
  const [lead, submission] = 'lead' in record ? [record.lead, null] : [null, record.submission]
  const clicked = new Date(now.getTime() - Math.max(0, sentAt - Date.parse(clickedAt)))
  for (const [kind, value] of Object.entries(ids))
    if (value)
      await sql`
        INSERT INTO click_ids (lead_id, submission_id, kind, value, clicked_at, recorded_at)
        VALUES (${lead}, ${submission}, ${kind}, ${value}, ${clicked}, ${now})`
}
