/** Recognises bots. The log stores their events with the reason, and reports exclude these events. */
import { memoize } from '@firsttouch/infra/platform/memoize'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import { isbotMatch } from 'isbot'
import { CANARY_AGENT } from './events.ts'

type BotReason = 'no_user_agent' | 'user_agent' | 'canary'

/**
 * Tools of the operator's own scripts. On the server's own machine, they do not count as bots. Other bots still do,
 * because without TRUST_PROXY every visitor behind a local proxy seems to be on that machine.
 */
const OWN_TOOL = /headless|^node|undici|axios|python|curl|wget|postman|insomnia|k6|go-http|okhttp|java|ruby/i

/** Returns one word that reports group by. Empty for a human. */
export const botReason = (userAgent: string, ip: string): '' | BotReason => {
  if (userAgent === CANARY_AGENT) return 'canary'
  const own = isOwnMachine(ip)
  if (userAgent === '') return own ? '' : 'no_user_agent'
  if (!looksLikeBot(userAgent)) return ''
  return own && OWN_TOOL.test(userAgent) ? '' : 'user_agent'
}

const looksLikeBot = memoize(userAgent => isbotMatch(userAgent) !== null)
