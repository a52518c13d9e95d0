/** How split tests stand, for the pages: asked again and again, so that visitors follow what staff do within seconds. */
import { declaredShares } from '@firsttouch/api/contract/experiments/declared-shares'
import type { ServedShares } from '@firsttouch/api/contract/experiments/life'
import type { FastifyBaseLogger } from 'fastify'
import { coalesce } from '../../platform/coalesce.ts'
import { repeat, within } from '../../platform/timing.ts'
import { ANSWER_WITHIN_MS, type AskShares } from './ask-shares.ts'
import { knownShares } from './known-shares.ts'

const ASK_EVERY_MS = 2_000

type Follower = {
  ask: AskShares
  /** Called first, whatever can be known then, and again after each change. */
  renew: (shares: ServedShares) => Promise<void>
  log: Pick<FastifyBaseLogger, 'warn'>
  everyMs?: number | undefined
  /** What only tests say otherwise. */
  withinMs?: number | undefined
}

/** Resolves once the pages are there. Where nobody answers they stay as they are, which is said once. */
export const followShares = async (follower: Follower) => {
  const { renew, log, everyMs = ASK_EVERY_MS, withinMs = ANSWER_WITHIN_MS } = follower
  // A slow API must not get a second question over the first.
  const ask = coalesce(follower.ask)
  const end = new AbortController()
  let present = ''
  let isSilent = false
  const show = async (told: ServedShares) => {
    const shares = knownShares(told)
    const text = JSON.stringify(shares)
    if (text === present) return
    await renew(shares)
    present = text
  }
  const look = async () => {
    const told = await within(withinMs, ask(), end.signal)
    if (isSilent) log.warn('split tests: the API answers again, pages follow it')
    isSilent = false
    await show(told)
  }
  const onError = (error: unknown) => {
    if (!isSilent && !end.signal.aborted)
      log.warn(error, 'split tests: the API does not say how they stand, pages stay as last known')
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
