/** Classifies bots. The log stores their events with the reason, and reports exclude them. */
import { memoize } from '@firsttouch/infra/platform/memoize'
import { isOwnMachine } from '@firsttouch/infra/platform/network'
import { isbotMatch } from 'isbot'
import { CANARY_AGENT } from './events.ts'

type BotReason = 'no_user_agent' | 'user_agent' | 'canary'

/** On the server's own machine these agents are the operator's scripts. Behind a proxy, set TRUST_PROXY. */
const OWN_TOOL = /headless|^node|undici|axios|python|curl|wget|postman|insomnia|k6|go-http|okhttp|java|ruby/i

/** The reason as one word, for reports to group by. Empty for a human. */
export const botReason = (userAgent: string, ip: string): '' | BotReason => {
  if (userAgent === CANARY_AGENT) return 'canary'
  const own = isOwnMachine(ip)
  if (userAgent === '') return own ? '' : 'no_user_agent'
  if (!looksLikeBot(userAgent)) return ''
  return own && OWN_TOOL.test(userAgent) ? '' : 'user_agent'
}

const looksLikeBot = memoize(userAgent => isbotMatch(userAgent) !== null)
