import { useRead } from '../data/use-read.ts'
import { Nothing } from '../pieces/empty.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { entryInWords } from '../words/audit-words.ts'
import { dateTime } from '../words/format.ts'

/** Who changed what about a campaign, from the audit log. */
export const CampaignHistory = ({ id }: { id: string }) => {
  const query = useRead('campaignHistory', { id })
  return (
    <Loaded query={query} what="history" skeleton="mt-4 h-24">
      {({ entries }) =>
        entries.length === 0 ? (
          <Nothing>No change is recorded.</Nothing>
        ) : (
          <ul className="mt-4 grid gap-2">
            {entries.map(entry => (
              <li key={entry.id} className="flex flex-wrap gap-x-4 wrap-anywhere">
                <time dateTime={entry.at} className="w-40 shrink-0 text-muted tabular-nums">
                  {dateTime(entry.at)}
                </time>
                <span className="min-w-0 flex-[1_1_14rem]">
                  <span className="font-medium">{entry.person}</span> {entryInWords(entry)}
                </span>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}
