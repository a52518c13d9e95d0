/** A QR code as a picture, for whoever places it in a text or a flyer by hand. */

/** Modules of white around the code: scanners need them. */
export const QUIET = 4
/** Some ten centimetres in print, at 300 dots an inch. */
const PIXELS = 1_200

export const qrPng = async ({ size, path }: { size: number; path: string }): Promise<Blob> => {
  const whole = size + 2 * QUIET
  // Whole pixels for each module: a blurred edge is harder to scan.
  const scale = Math.ceil(PIXELS / whole)
  const canvas = Object.assign(document.createElement('canvas'), {
    width: whole * scale,
    height: whole * scale,
  })
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('This browser draws no pictures.')
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.setTransform(scale, 0, 0, scale, QUIET * scale, QUIET * scale)
  pen.fillStyle = '#000'
  pen.fill(new Path2D(path))
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The picture could not be made.'))),
      'image/png',
    ),
  )
}
