/** Security headers of every page and asset: allowed sources and frames. */

import { REPORTS_PATH } from './policy-reports.ts'

/** Absolute addresses. Only their origins matter, and empty ones are ignored. */
export type SiteOrigins = { pixel?: boolean; video?: string }

export const securityHeaders = (
  scriptHashes: readonly string[],
  { pixel = false, video = '' }: SiteOrigins,
): Record<string, string> => {
  const facebook = pixel ? ['https://connect.facebook.net', 'https://www.facebook.com'] : []
  const policy = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...facebook.slice(0, 1)],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', ...facebook.slice(1)],
    'connect-src': ["'self'", ...facebook],
    'frame-src': ["'self'", ...originOf(video)],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    'report-uri': [REPORTS_PATH],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join('; '),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  }
}

const originOf = (address: string): string[] => {
  const url = URL.parse(address)
  return url && url.origin !== 'null' ? [url.origin] : []
}
