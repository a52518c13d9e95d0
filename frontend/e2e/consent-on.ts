/** Visitors of a site that requires consent, with what they store and send. */
import type { openSite } from './open-site.ts'
import type { Visitor } from './visitor.ts'

export const consentOn = (site: ReturnType<typeof openSite>) => {
  /** Answers for the ad platform, or blocks its script. */
  const visit = async ({ blocked = false, gpc = false, popup = false } = {}) => {
    const visitor = await site.open({ popup })
    await visitor.context.route('https://connect.facebook.net/**', route =>
      blocked ? route.abort() : route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    await visitor.context.route('https://www.facebook.com/**', route => route.fulfill({ body: '' }))
    if (gpc)
      await visitor.page.addInitScript(() =>
        Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true }),
      )
    return visitor
  }
  const banner = ({ page }: Visitor) => page.getByRole('region', { name: 'Your privacy' })
  const kept = ({ page }: Visitor) => page.evaluate(() => Object.keys(localStorage).sort())
  const toOthers = ({ requests }: Visitor) =>
    requests.map(request => request.url()).filter(url => !url.startsWith(site.url()))
  const toAnalytics = ({ requests }: Visitor) =>
    requests.filter(request => request.url().includes('/api/analytics'))
  const reported = ({ page }: Visitor) =>
    page.evaluate(() => {
      const { queue = [] } = (window as Window & { fbq?: { queue?: ArrayLike<unknown>[] } }).fbq ?? {}
      return queue.map(command => Array.from(command).slice(0, 2).join(' '))
    })
  return { visit, banner, kept, toOthers, toAnalytics, reported }
}
