import type { TagFault, UnknownTag } from '@firsttouch/api/contract/campaign'
import { Plus } from 'lucide-react'
import { useDays } from '../data/figures.ts'
import { Button } from '../pieces/button.tsx'
import { useOpenForm } from '../pieces/shared-draft.tsx'
import { counted, plural, quarterHourOf } from '../words/format.ts'
import { labelOf } from '../words/labels.ts'
import { draftForTag } from './form/campaign-draft.ts'

/** Clicks whose tags match no campaign, mostly because of typing errors in a link. */
export const UnknownTags = () => {
  const { data } = useDays('unknownTags')
  if (!data || data.total === 0) return null
  return (
    <div className="border-t border-line px-4 py-4 sm:px-5">
      <h3 className="font-semibold">Clicks without a campaign</h3>
      <p className="mt-0.5 mb-2 text-sm text-muted">
        {counted(data.total, 'tags')} of clicked links {plural(data.total, 'belongs', 'belong')} to no
        campaign.
        {data.total > data.tags.length && ` The ${data.tags.length} with most clicks are shown.`}
      </p>
      <ul className="divide-y divide-line">
        {data.tags.map(tag => (
          <Tag key={[tag.utmCampaign, tag.utmSource, tag.utmMedium].join(' ')} tag={tag} />
        ))}
      </ul>
    </div>
  )
}

const LIKENESS = {
  spelling: 'only capitals or punctuation differ',
  typo: 'a few letters differ',
  tags: 'the source or the medium differs',
} as const

const FAULTS: Record<TagFault, string> = {
  ampersand: 'The link has &amp; where & belongs.',
  question_mark: 'The link has a second question mark.',
  fragment: 'The tags come after #.',
  upper_case: 'The tags have capitals in their names.',
  encoding: 'The values are encoded twice.',
  macro: 'A macro such as {campaignid} arrived without its value.',
  repeated: 'The link has the same tag twice, with different values. The first value counts.',
  plus_sign: 'The value has a plus sign, which may stand for a space.',
  characters: 'The value has unreadable characters.',
  no_campaign: 'The link has no utm_campaign.',
}

/** True if the nearest campaign differs from the tag only in source or medium. */
const isOfValue = ({ nearest, utmCampaign }: UnknownTag): boolean => nearest?.utmCampaign === utmCampaign

const Tag = ({ tag }: { tag: UnknownTag }) => {
  const { startWith } = useOpenForm()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0 flex-[1_1_18rem]">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold wrap-anywhere">{tag.utmCampaign || 'No campaign'}</span>
          <span className="text-sm text-muted wrap-anywhere">
            {[tag.utmSource, tag.utmMedium]
              .filter(Boolean)
              .map(isOfValue(tag) ? String : labelOf)
              .join(' / ')}
          </span>
        </p>
        {tag.faults.length > 0 && (
          <p className="text-sm">{tag.faults.map(fault => FAULTS[fault]).join(' ')}</p>
        )}
        <p className="text-sm text-muted">
          {tag.nearest ? (
            <>
              Probably meant for <span className="font-medium text-ink">{tag.nearest.name}</span> (
              {isOfValue(tag)
                ? `${tag.nearest.utmSource} / ${tag.nearest.utmMedium}`
                : tag.nearest.utmCampaign}
              ): {tag.utmCampaign ? LIKENESS[tag.nearest.likeness] : 'the source and the medium are the same'}
              . Correct the link where it is used.
            </>
          ) : (
            tag.utmCampaign && 'No campaign has a tag like this one.'
          )}
        </p>
      </div>
      <p className="text-sm tabular-nums">
        <span className="font-semibold">{counted(tag.clicks, 'clicks')}</span>
        <span className="text-muted">
          {tag.conversions > 0 && `, ${counted(tag.conversions, 'conversions')}`}, last{' '}
          <time dateTime={tag.lastAt}>{quarterHourOf(tag.lastAt)}</time>
        </span>
      </p>
      {tag.utmCampaign && (
        <Button
          needs="staff"
          aria-label={`Create Campaign for the ${counted(tag.clicks, 'clicks')} of ${tag.utmCampaign}`}
          onClick={() => startWith(draftForTag(tag))}
        >
          <Plus aria-hidden size={14} /> Create Campaign
        </Button>
      )}
    </li>
  )
}
