/** What the public pages ask before they show or send anything. */
import { pixelConfig, siteConfig } from '../contract/config.ts'
import { formTokenAnswer } from '../contract/forms.ts'
import type { Api, Deps } from '../deps.ts'
import { issueToken, loadSecret } from './token.ts'

export const configRoutes = (app: Api, { sql, config, now }: Deps): void => {
  const open = { access: 'public' } as const

  app.get(
    '/api/config/facebook-pixel-id',
    { config: open, schema: { response: { 200: pixelConfig } } },
    async () => ({ pixelId: config.pixelId }),
  )

  app.get(
    '/api/config/site',
    { config: open, schema: { response: { 200: siteConfig } } },
    async () => config.site,
  )

  app.get(
    '/api/config/form-token',
    { config: open, schema: { response: { 200: formTokenAnswer } } },
    async () => ({ token: issueToken(await loadSecret(sql), now()) }),
  )
}
