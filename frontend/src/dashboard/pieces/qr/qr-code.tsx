/** Scanners need black on white and a margin of four modules, even in the dark theme. */
import { clsx } from 'clsx'
import { toString as draw, toCanvas } from 'qrcode'

/** Pixels per module. At this scale, the smallest code is about 10 cm wide in print at 300 dpi. */
const SCALE = 42

export const qrSvg = (text: string): Blob => new Blob([svgOf(text)], { type: 'image/svg+xml' })

export const qrPng = async (text: string): Promise<Blob> => {
  const canvas = await toCanvas(text, { scale: SCALE })
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob =>
        blob
          ? resolve(blob)
          : reject(new Error('The PNG could not be created. Save the QR code as SVG instead.')),
      'image/png',
    ),
  )
}

const svgOf = (text: string): string => {
  let drawn = ''
  draw(text, { type: 'svg' }, (_error, svg) => {
    drawn = svg
  })
  return drawn
}

export const QrCode = ({ text, label, className }: { text: string; label: string; className?: string }) => (
  <img
    src={`data:image/svg+xml,${encodeURIComponent(svgOf(text))}`}
    alt={label}
    className={clsx('w-full max-w-64 rounded-md', className)}
  />
)
