/** The part of `qrcode` that is used; the package has no types of its own. */
declare module 'qrcode' {
  export const create: (
    text: string,
    options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' },
  ) => { modules: { size: number; get: (row: number, column: number) => number } }
}
