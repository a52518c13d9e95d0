import type { Campaign } from '@firsttouch/api/contract'
import { Copy, Download } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { qrPath } from './qr-path.ts'

/** Four modules of white around the code: scanners need them. */
const QUIET = 4

type QrDialogProps = { campaign: Campaign; onCopy: (url: string) => Promise<void>; onClose: () => void }

/**
 * The link as a code for print, in black and white whatever the theme, to save as a drawing of any size; and as an address
 * that is short enough to be typed.
 */
export const QrDialog = ({ campaign, onCopy, onClose }: QrDialogProps) => {
  const { name, generatedUrl: url, shortUrl } = campaign
  const drawing = useRef<SVGSVGElement>(null)
  const { size, path } = qrPath(url)
  const whole = size + 2 * QUIET
  const save = () => {
    if (!drawing.current) return
    const text = new XMLSerializer().serializeToString(drawing.current)
    const href = URL.createObjectURL(new Blob([text], { type: 'image/svg+xml' }))
    const link = document.createElement('a')
    link.href = href
    link.download = `${name.replace(/[^\w-]+/g, '_')}_qr.svg`
    link.click()
    setTimeout(() => URL.revokeObjectURL(href), 10_000)
  }
  return (
    <Dialog open onClose={onClose} title="QR code" description={name} className="sm:max-w-sm">
      <svg
        ref={drawing}
        xmlns="http://www.w3.org/2000/svg"
        viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
        role="img"
        aria-label={`QR code that opens ${url}`}
        className="mx-auto my-5 w-full max-w-64 rounded-md"
        shapeRendering="crispEdges"
      >
        <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
      <p className="mb-4 text-sm break-all text-muted">{url}</p>
      <p className="mb-1 text-sm text-muted">For print, short enough to be typed:</p>
      <p className="mb-4 flex flex-wrap items-center gap-2">
        <span className="font-semibold break-all tabular-nums">{shortUrl.replace(/^https?:\/\//, '')}</span>
        <Button variant="ghost" size="sm" onClick={() => void onCopy(shortUrl)}>
          <Copy aria-hidden size={14} /> Copy short link
        </Button>
      </p>
      <Button variant="ghost" size="sm" onClick={save}>
        <Download aria-hidden size={14} /> Save as SVG
      </Button>
    </Dialog>
  )
}
