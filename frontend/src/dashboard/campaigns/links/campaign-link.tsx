import type { Campaign } from '@firsttouch/api/contract/campaign'
import { campaignUrl, leadsTo } from '@firsttouch/api/contract/campaign-link'
import { Copy, ExternalLink, Megaphone, Wrench } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton, iconButtonClass } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useConfiguredDomain } from '../../data/configured-domain.ts'
import { useRecordChange } from '../../data/writes.ts'
import { Button } from '../../pieces/button.tsx'
import { copyText } from '../../pieces/copy-text.ts'
import { lazily } from '../../pieces/lazily.tsx'
import { webLink } from '../../pieces/outside-links.ts'

const AdDialog = lazily(async () => (await import('./ad-dialog.tsx')).AdDialog, 'hidden')

type CampaignLinkProps = { campaign: Campaign; children?: ReactNode }

/** A campaign's link with buttons to copy and open it, and to fix it if it leads to an old domain. */
export const CampaignLink = ({ campaign, children }: CampaignLinkProps) => {
  const domain = useConfiguredDomain()
  const [isAdvertising, setAdvertising] = useState(false)
  const url = campaign.generatedUrl
  const href = webLink(url)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1">
      <Input
        readOnly
        value={url}
        aria-label={`Generated URL of ${campaign.name}`}
        className="min-w-0 flex-1 basis-full sm:basis-56"
        onFocus={event => event.target.select()}
      />
      <IconButton label={`Copy the URL of ${campaign.name}`} onClick={() => void copyText(url)}>
        <Copy aria-hidden size={16} />
      </IconButton>
      {href && (
        <a
          href={href}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open the URL of ${campaign.name} in a new tab`}
          title="Open in a new tab"
          className={iconButtonClass}
        >
          <ExternalLink aria-hidden size={16} />
        </a>
      )}
      <IconButton label={`Use ${campaign.name} in an advert`} onClick={() => setAdvertising(true)}>
        <Megaphone aria-hidden size={16} />
      </IconButton>
      {domain !== null && campaign.archivedAt === null && !leadsTo(domain, url) && (
        <FixUrl campaign={campaign} domain={domain} />
      )}
      {children}
      {isAdvertising && <AdDialog campaign={campaign} onClose={() => setAdvertising(false)} />}
      {campaign.shortUrl && (
        <div className="flex basis-full flex-wrap items-center gap-x-2 text-sm">
          <span className="text-muted">Short link for print</span>
          <ShortLink campaign={campaign} />
        </div>
      )}
    </div>
  )
}

const FixUrl = ({ campaign, domain }: { campaign: Campaign; domain: string }) => {
  const regenerate = useRecordChange<{ generatedUrl: string }>({
    of: 'campaigns',
    record: campaign,
    failure: 'Failed to regenerate URL',
    onSaved: (_, { generatedUrl }) => toast({ title: 'URL Regenerated', description: generatedUrl }),
  })
  return (
    <Button
      needs="staff"
      variant="secondary"
      title={`This link does not start with ${domain}`}
      disabled={regenerate.isPending}
      onClick={() => regenerate.mutate({ generatedUrl: campaignUrl(domain, campaign) })}
    >
      <Wrench aria-hidden size={14} /> Fix URL
    </Button>
  )
}

/** The short link for print. It redirects to the campaign's present link. */
export const ShortLink = ({ campaign: { name, shortUrl } }: { campaign: Campaign }) => (
  <p className="flex flex-wrap items-center gap-x-1">
    <span className="font-semibold break-all tabular-nums">{shortUrl.replace(/^https?:\/\//, '')}</span>
    <IconButton label={`Copy the short link of ${name}`} onClick={() => void copyText(shortUrl)}>
      <Copy aria-hidden size={16} />
    </IconButton>
  </p>
)
