import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Download } from 'lucide-react'
import { Dialog } from '../../../ui/dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Button } from '../../pieces/button.tsx'
import { QrCode, qrPng, qrSvg } from '../../pieces/qr/qr-code.tsx'
import { ShortLink } from './short-link.tsx'

type QrDialogProps = { campaign: Campaign; onClose: () => void }

/**
 * The link as a code for print, in black and white whatever the theme, to save as a drawing of any size or as a picture; and
 * as an address that is short enough to be typed.
 */
export const QrDialog = ({ campaign, onClose }: QrDialogProps) => {
  const { name, generatedUrl: url } = campaign
  const file = `${name.replace(/[^\w-]+/g, '_')}_qr`
  return (
    <Dialog open onClose={onClose} title="QR code" description={name} className="sm:max-w-sm">
      <QrCode text={url} label={`QR code that opens ${url}`} className="mx-auto my-5" />
      <p className="mb-4 text-sm break-all text-muted">{url}</p>
      <p className="mb-1 text-sm text-muted">For print, short enough to be typed:</p>
      <ShortLink campaign={campaign} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={() => download(`${file}.svg`, qrSvg(url))}>
          <Download aria-hidden size={14} /> Save as SVG
        </Button>
        <Button onClick={async () => download(`${file}.png`, await qrPng(url))}>
          <Download aria-hidden size={14} /> Save as PNG
        </Button>
      </div>
    </Dialog>
  )
}
