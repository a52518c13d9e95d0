/** Polls the API for the states of A/B tests, so visitors see staff's changes within seconds. */
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import { type ServedShares, servedShares } from '@firsttouch/api/contract/experiments/life'
import { findExperiment } from '@firsttouch/ingest/experiments'
import type { FastifyBaseLogger } from 'fastify'
import { coalesce } from '../../platform/coalesce.ts'
import { repeat, within } from '../../platform/timing.ts'

const ASK_EVERY_MS = 2_000
const ANSWER_WITHIN_MS = 2_000

export type AskShares = () => Promise<ServedShares>

type Follower = {
  ask: AskShares
  /** Called once at the start with the known shares, and after each change. */
  renew: (shares: ServedShares) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  everyMs?: number | undefined
  /** Time limit for the API's answer, 2 s by default. */
  withinMs?: number | undefined
}

/** Resolves once the pages have been written for the first time. They stay unchanged while the API does not answer. */
export const followShares = async (follower: Follower) => {
  const { renew, log, everyMs = ASK_EVERY_MS, withinMs = ANSWER_WITHIN_MS } = follower
  // Prevents overlapping requests to a slow API.
  const ask = coalesce(follower.ask)
  const end = new AbortController()
  let present = ''
  let isSilent = false
  const show = async (answer: ServedShares) => {
    const shares = knownShares(answer)
    const text = JSON.stringify(shares)
    if (text === present) return
    await renew(shares)
    present = text
  }
  const look = async () => {
    const answer = await within(withinMs, ask(), end.signal)
    if (isSilent) log.warn('A/B tests: the API answers again, so pages use its traffic splits')
    isSilent = false
    await show(answer)
  }
  const onError = (error: unknown) => {
    if (!isSilent && !end.signal.aborted)
      log.warn(error, 'A/B tests: the API does not answer, so pages keep the last known traffic splits')
    isSilent = true
  }
  await look().catch(onError)
  if (present === '') await show(declaredShares())
  const done = repeat({ signal: end.signal, onError, everyMs }, look)
  return {
    close: async () => {
      end.abort()
      await done
    },
  }
}

/** Asks an API in another process for the traffic splits. Rejects with a message for the log. */
export const askApi =
  (apiUrl: string): AskShares =>
  async () => {
    const answer = await fetch(new URL('/api/experiments/shares', apiUrl), {
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    return servedShares.parse(await answer.json())
  }

/** Ignores unknown tests, and shows the control for an unknown variant. An API of another release may send them. */
export const knownShares = (answer: ServedShares): ServedShares =>
  Object.fromEntries(
    Object.entries(declaredShares()).map(([name, declared]) => {
      const served = answer[name]
      if (!served) return [name, declared]
      const variants = findExperiment(name)?.variants.map(variant => variant.name) ?? []
      const named = 'shares' in served ? served.shares.map(([variant]) => variant) : [served.shown]
      return [
        name,
        named.every(variant => variants.includes(variant)) ? served : { shown: variants[0] ?? '' },
      ]
    }),
  )
