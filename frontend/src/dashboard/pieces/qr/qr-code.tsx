import { clsx } from 'clsx'
import type { Ref } from 'react'
import { qrPath } from './qr-path.ts'
import { QUIET } from './qr-png.ts'

type QrCodeProps = { text: string; label: string; className?: string; ref?: Ref<SVGSVGElement> }

/** Black on white in both themes, because scanners need it. */
export const QrCode = ({ text, label, className, ref }: QrCodeProps) => {
  const code = qrPath(text)
  const whole = code.size + 2 * QUIET
  return (
    <svg
      ref={ref}
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      role="img"
      aria-label={label}
      className={clsx('w-full max-w-64 rounded-md', className)}
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="#fff" />
      <path d={code.path} fill="#000" />
    </svg>
  )
}
