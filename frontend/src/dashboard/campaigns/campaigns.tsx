import type { Campaign } from '@firsttouch/api/contract/campaign'
import { usePageFilter } from '../address/page-filter.ts'
import { useRange } from '../address/use-range.ts'
import { useConfiguredDomain } from '../data/configured-domain.ts'
import { useCampaigns } from '../data/figures.ts'
import { useMay } from '../data/use-read.ts'
import { Empty } from '../pieces/empty.tsx'
import { FilterBar } from '../pieces/filters/filter-bar.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { NarrowedNote } from '../pieces/narrowed-note.tsx'
import { ShowMore, usePieces } from '../pieces/paging.tsx'
import { Section } from '../pieces/section.tsx'
import { useShortList, WholeList } from '../pieces/short-lists.tsx'
import { count, counted } from '../words/format.ts'
import { arrange, useCampaignFilters } from './campaign-order.ts'
import { CampaignRow } from './campaign-row.tsx'
import { EditPanel } from './edit-panel.tsx'
import { type CampaignDraft, draftLike } from './form/campaign-draft.ts'
import { RenewBar } from './renew-bar.tsx'
import { UnknownTags } from './unknown-tags.tsx'

type CampaignsProps = { onDraft: (draft: CampaignDraft) => void }

export const Campaigns = ({ onDraft }: CampaignsProps) => {
  const query = useCampaigns()
  const isUncounted = query.data?.some(campaign => campaign.clicks === null)
  return (
    <Section
      id="campaigns"
      title="Campaign Management"
      meta={query.data && <Counts campaigns={query.data} />}
    >
      <Loaded query={query} what="campaigns" skeleton="m-5 h-40">
        {campaigns =>
          campaigns.length === 0 ? (
            <Empty title="No campaigns created yet. Create your first campaign to start tracking." />
          ) : (
            <>
              {isUncounted && (
                <p role="status" className="border-b border-line px-4 py-2 text-muted sm:px-5">
                  Clicks, visitors and conversions cannot be counted at the moment. The links below still
                  work.
                </p>
              )}
              <CampaignList campaigns={campaigns} onDraft={onDraft} />
            </>
          )
        }
      </Loaded>
      <UnknownTags onDraft={onDraft} />
      {useMay('staff') && query.data && <EditPanel campaigns={query.data} />}
    </Section>
  )
}

const Counts = ({ campaigns }: { campaigns: readonly Campaign[] }) => {
  const archived = campaigns.filter(({ archivedAt }) => archivedAt !== null).length
  const { preset, words } = useRange()
  return (
    <>
      <span>{counted(campaigns.length - archived, 'campaigns')}</span>
      {archived > 0 && <span>{count(archived)} archived</span>}
      {preset !== 'all' && <span>Counts of {words}</span>}
    </>
  )
}

const CampaignList = ({ campaigns, onDraft }: CampaignsProps & { campaigns: readonly Campaign[] }) => {
  const domain = useConfiguredDomain()
  const filters = useCampaignFilters()
  const { accepts } = usePageFilter()
  const most = useShortList()
  const found = arrange(campaigns, { ...filters.values, accepts })
  const { shown, hidden, showMore } = usePieces(found, most ?? undefined)
  return (
    <>
      <NarrowedNote section="campaigns" />
      <RenewBar campaigns={campaigns} domain={domain} />
      {(most === null || filters.values.text || filters.values.state) && <FilterBar filters={filters} />}
      <p className="border-b border-line px-4 py-2 text-sm text-muted sm:px-5">
        Every visit through a campaign's link is a click. A visitor is counted once, at the first visit
        through it.
      </p>
      {shown.length === 0 && (
        <Empty title="No campaigns match.">Change the search or the filters above.</Empty>
      )}
      <ul className="divide-y divide-line">
        {shown.map(campaign => (
          <CampaignRow
            key={campaign.id}
            campaign={campaign}
            domain={domain}
            onDuplicate={() => onDraft(draftLike(campaign))}
          />
        ))}
      </ul>
      {most === null ? (
        <ShowMore hidden={hidden} all={found.length} noun="campaigns" onMore={showMore} />
      ) : (
        hidden > 0 && <WholeList page="campaigns">{`All ${counted(found.length, 'campaigns')}`}</WholeList>
      )}
    </>
  )
}
