import { create } from 'qrcode'

/** A QR code as one SVG path, a unit for each module, without the quiet zone. */
export const qrPath = (text: string): { size: number; path: string } => {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  const squares = Array.from({ length: size * size }, (_, at) => [Math.floor(at / size), at % size] as const)
  return {
    size,
    path: squares
      .filter(([row, column]) => modules.get(row, column))
      .map(([row, column]) => `M${column} ${row}h1v1h-1z`)
      .join(''),
  }
}
