import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { download } from '../../../ui/download.ts'
import { toastFailure } from '../../../ui/toast.ts'
import { Button } from '../../pieces/button.tsx'
import { QrCode, qrPng, qrSvg } from '../../pieces/qr/qr-code.tsx'
import { ShortLink } from './campaign-link.tsx'

/** Encodes the short link by default, so that the target can change after printing. */
export const QrDialog = ({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) => {
  const { name, generatedUrl, shortUrl } = campaign
  const [isFull, setFull] = useState(false)
  const url = isFull || !shortUrl ? generatedUrl : shortUrl
  const file = `${name.replace(/[^\w-]+/g, '_')}_qr`
  const savePng = () =>
    qrPng(url).then(
      png => download(`${file}.png`, png),
      (error: Error) => toastFailure('Failed to save the QR code', error.message),
    )
  return (
    <Dialog open onClose={onClose} title="QR code" description={name} className="sm:max-w-sm">
      <QrCode text={url} label={`QR code that opens ${url}`} className="mx-auto my-5" />
      <p className="mb-3 text-sm break-all text-muted">{url}</p>
      {shortUrl && (
        <Checkbox
          label="Use the full link (its target cannot be changed later)"
          checked={isFull}
          onChange={event => setFull(event.target.checked)}
          className="mb-4"
        />
      )}
      <p className="mb-1 text-sm text-muted">Short link to type:</p>
      <ShortLink campaign={campaign} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => download(`${file}.svg`, qrSvg(url))}>
          <Download aria-hidden size={14} /> Save as SVG
        </Button>
        <Button onClick={savePng}>
          <Download aria-hidden size={14} /> Save as PNG
        </Button>
      </div>
    </Dialog>
  )
}
