/** A proxy to PostgreSQL that makes a client stall in the middle of a statement. */
import { openProxy } from './tcp-proxy.ts'

/** The driver sends a new statement in two parts. The first ends with this Flush message. */
const FLUSH = Buffer.from([0x48, 0, 0, 0, 4])

/** `stalls` resolves when the first part of a statement with `text` has passed. After that the proxy forwards nothing. */
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
