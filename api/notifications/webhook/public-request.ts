/** HTTP request to public addresses and allowed hosts (S-27). Does not follow redirects. */
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { LateError } from '@firsttouch/infra/platform/timing'
import { BlockedAddressError, guardedLookup, refuseAddress } from './public-address.ts'

/** Tests replace the resolver and trust their own certificate. */
export type Around = { lookup?: LookupFunction; ca?: string }

export const requestPublic = (
  target: URL,
  { body, allowHosts, ...options }: RequestOptions & { body?: string; allowHosts: readonly string[] },
  { lookup = guardedLookup(allowHosts), ca }: Around = {},
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    refuseAddress(target.hostname, allowHosts)
    const open = target.protocol === 'https:' ? requestHttps : requestHttp
    open(target, { ...options, lookup, agent: false, ...(ca && { ca }) }, resolve)
      .on('error', reject)
      .end(body)
  })

/** One sentence for staff. `who` is for example "The webhook hooks.example.com". */
export const failureOf = (error: unknown, who: string, withinMs: number): string => {
  if (error instanceof LateError) return `${who} did not answer within ${withinMs / 1000} s.`
  if (error instanceof BlockedAddressError) return `${who} is in a private network, which is blocked.`
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `${who} was not found: this name has no address. Check it for typos.`
  if (code === 'ECONNREFUSED') return `${who} refuses connections.`
  if (/CERT|TLS|SSL|SELF_SIGNED/.test(code))
    return `${who} has a certificate that cannot be trusted (${code}).`
  return `${who} closed the connection without an answer${code && ` (${code})`}.`
}
