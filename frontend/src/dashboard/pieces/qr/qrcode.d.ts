declare module 'qrcode' {
  const draw: (
    text: string,
    options: { type: 'svg' },
    done: (error: Error | null, svg: string) => void,
  ) => void
  const toCanvas: (text: string, options: { scale: number }) => Promise<HTMLCanvasElement>

  export { draw as toString, toCanvas }
}
