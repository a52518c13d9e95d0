import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Copy } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { copyText } from '../../pieces/copy-text.ts'

/** The short link for print. It redirects to the campaign's present link. */
export const ShortLink = ({ campaign: { name, shortUrl } }: { campaign: Campaign }) => (
  <p className="flex flex-wrap items-center gap-x-1">
    <span className="font-semibold break-all tabular-nums">{shortUrl.replace(/^https?:\/\//, '')}</span>
    <IconButton label={`Copy the short link of ${name}`} onClick={() => void copyText(shortUrl)}>
      <Copy aria-hidden size={16} />
    </IconButton>
  </p>
)
