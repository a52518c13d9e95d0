import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Download } from 'lucide-react'
import { useRef } from 'react'
import { Dialog } from '../../../ui/dialog.tsx'
import { download } from '../../../ui/download.ts'
import { Button } from '../../pieces/button.tsx'
import { QrCode } from '../../pieces/qr/qr-code.tsx'
import { qrPath } from '../../pieces/qr/qr-path.ts'
import { qrPng } from '../../pieces/qr/qr-png.ts'
import { ShortLink } from './short-link.tsx'

type QrDialogProps = { campaign: Campaign; onClose: () => void }

/**
 * The link as a code for print, in black and white whatever the theme, to save as a drawing of any size or as a picture; and
 * as an address that is short enough to be typed.
 */
export const QrDialog = ({ campaign, onClose }: QrDialogProps) => {
  const { name, generatedUrl: url } = campaign
  const drawing = useRef<SVGSVGElement>(null)
  const file = `${name.replace(/[^\w-]+/g, '_')}_qr`
  const saveDrawing = () => {
    if (!drawing.current) return
    const text = new XMLSerializer().serializeToString(drawing.current)
    download(`${file}.svg`, new Blob([text], { type: 'image/svg+xml' }))
  }
  return (
    <Dialog open onClose={onClose} title="QR code" description={name} className="sm:max-w-sm">
      <QrCode ref={drawing} text={url} label={`QR code that opens ${url}`} className="mx-auto my-5" />
      <p className="mb-4 text-sm break-all text-muted">{url}</p>
      <p className="mb-1 text-sm text-muted">For print, short enough to be typed:</p>
      <ShortLink campaign={campaign} />
      <div className="mt-4 flex flex-wrap gap-2">
        <Button onClick={saveDrawing}>
          <Download aria-hidden size={14} /> Save as SVG
        </Button>
        <Button onClick={async () => download(`${file}.png`, await qrPng(qrPath(url)))}>
          <Download aria-hidden size={14} /> Save as PNG
        </Button>
      </div>
    </Dialog>
  )
}
