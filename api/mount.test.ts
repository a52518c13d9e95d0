import { readEnv } from '@firsttouch/infra/platform/env'
import { expect, test } from 'vitest'
import { configOf } from './mount.ts'

const PAY = 'https://pay.example'

test('each environment variable sets its own setting of the API', () => {
  const config = configOf(
    readEnv({
      ...{
        KEEP_LEADS_DAYS: '11',
        KEEP_SPAM_DAYS: '12',
        KEEP_AUDIT_DAYS: '13',
        KEEP_VISIT_DETAILS_DAYS: '14',
      },
      ...{ CLICK_IDS: 'on', CLICK_IDS_KEEP_DAYS: '15', RATE_LIMIT_FORMS_PER_MINUTE: '16' },
      ...{
        REPORT_TIMEZONE: 'Pacific/Auckland',
        CURRENCY: 'EUR',
        STAFF_SECOND_FACTOR: 'required',
        BUSINESS_COUNTRY: 'NZ',
        FACEBOOK_PIXEL_ID: '1234567890',
      },
      ...{
        SITE_URL: 'https://www.firsttouch.example/',
        CONSENT: 'required',
        VIDEO_URL: 'https://film.example',
      },
      ...{
        PAYMENT_LINK_REGIONAL: `${PAY}/r`,
        PAYMENT_LINK_NATIONAL: `${PAY}/n`,
        PAYMENT_LINK_ENTERPRISE: `${PAY}/e`,
      },
      ...{
        CHAT_NUMBER: '447700900456',
        SUPPORT_EMAIL: 'help@firsttouch.example',
        ADS_MANAGER_ID: '111-222-3333',
      },
      ...{
        SMTP_URL: 'smtp://post:secret@mail.example',
        NOTIFY_TO: 'ada@firsttouch.example',
        CANARY_SECONDS: '17',
      },
      ...{ BACKUP_WITHIN_HOURS: '18' },
    }),
  )
  expect(config).toEqual({
    site: {
      siteUrl: 'https://www.firsttouch.example/',
      paymentLinks: { regional: `${PAY}/r`, national: `${PAY}/n`, enterprise: `${PAY}/e` },
      chatNumber: '447700900456',
      supportEmail: 'help@firsttouch.example',
      adsManagerId: '111-222-3333',
      videoUrl: 'https://film.example',
      consentMode: 'required',
    },
    pixelId: '1234567890',
    formsPerMinute: 16,
    clickIds: true,
    keep: { leadsDays: 11, spamDays: 12, auditDays: 13, detailsDays: 14, clickIdDays: 15 },
    timeZone: 'Pacific/Auckland',
    notify: {
      smtp: expect.objectContaining({ host: 'mail.example', port: 587, tls: 'starttls', user: 'post' }),
      webhook: null,
      notifyTo: ['ada@firsttouch.example'],
      dashboardUrl: 'https://www.firsttouch.example',
      canarySeconds: 17,
      backupWithinHours: 18,
    },
    country: 'NZ',
    currency: 'EUR',
    secondFactor: 'required',
  })
})

test('click ids are neither accepted nor stored unless the operator enables them', () => {
  const { clickIds, keep } = configOf(readEnv({ CLICK_IDS_KEEP_DAYS: '15' }))
  expect([clickIds, keep?.clickIdDays]).toEqual([false, 0])
})

test('the settings of a login provider include the callback address', () => {
  const env = {
    ...{
      OIDC_ISSUER: 'https://login.example',
      OIDC_CLIENT_ID: 'c',
      OIDC_CLIENT_SECRET: '8f1c0d6b5a4e93721f0c',
    },
    ...{ OIDC_EMAIL_DOMAINS: 'Shop.example', OIDC_ROLE_CLAIM: 'groups', OIDC_ACR: 'multi' },
  }
  expect(configOf(readEnv({ ...env, SITE_URL: 'https://www.shop.example/' })).oidc).toEqual({
    ...{ issuer: env.OIDC_ISSUER, clientId: 'c', clientSecret: env.OIDC_CLIENT_SECRET },
    ...{ emailDomains: ['shop.example'], roleClaim: 'groups', acr: 'multi' },
    callback: 'https://www.shop.example/api/oidc/callback',
  })
  expect(configOf(readEnv({})).oidc).toBeUndefined()
})
