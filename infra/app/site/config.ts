import { KEPT, type KeptDays, keptFor } from '@firsttouch/api/contract/kept'
import type { Env } from '../../platform/env.ts'
import { askApi } from './shares.ts'
import type { SiteOptions } from './site.ts'

export const siteOptions = (env: Env, dist: string): SiteOptions => ({
  dist,
  siteUrl: env.SITE_URL ?? '',
  consentMode: env.CONSENT,
  clickIds: env.CLICK_IDS === 'on',
  identityCookie: env.IDENTITY_COOKIE === 'on',
  periods: KEPT.map(name => ({ name, days: daysOf(env)[name], words: keptFor(daysOf(env)[name]) })),
  askShares: env.API_URL ? askApi(env.API_URL) : undefined,
  origins: { pixel: !!env.FACEBOOK_PIXEL_ID, video: env.VIDEO_URL ?? '' },
})

const daysOf = (env: Env): KeptDays => ({
  forms: env.KEEP_LEADS_DAYS,
  programs: env.KEEP_SPAM_DAYS,
  visitDetails: env.KEEP_VISIT_DETAILS_DAYS,
  clickIds: env.CLICK_IDS_KEEP_DAYS,
})
