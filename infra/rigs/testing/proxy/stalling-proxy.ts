/** A proxy to PostgreSQL behind which a client stalls in the middle of a statement, for tests. */
import { openProxy } from './tcp-proxy.ts'

/** The driver sends what is new to a connection in two parts, the first of which ends so. */
const FLUSH = Buffer.from([0x48, 0, 0, 0, 4])

/** `stalls` resolves when the first part of a statement with this text has passed; nothing else does then, either way. */
export const openStallingProxy = async (url: string, text: string) => {
  const proxy = await openProxy({ port: Number(new URL(url).port) })
  const stalls = Promise.withResolvers<void>()
  proxy.loseAnswers(1, request => {
    if (request.includes(text) && request.subarray(-FLUSH.length).equals(FLUSH)) {
      proxy.freeze()
      stalls.resolve()
    }
    return false
  })
  const through = Object.assign(new URL(url), { port: String(proxy.port) })
  return { url: through.href, stalls: stalls.promise, close: proxy.close }
}
