import { renewIdentityCookie } from '@firsttouch/infra/platform/http/identity-cookie'
import { loadSecret } from '@firsttouch/infra/stores/form-secret'
import { pixelConfig, siteConfig } from '../contract/config.ts'
import { formTokenAnswer } from '../contract/forms.ts'
import { type Api, type Deps, FOR_ALL } from '../deps.ts'
import { issueToken } from './token.ts'

export const configRoutes = (app: Api, { sql, config, now }: Deps): void => {
  app.get(
    '/api/config/facebook-pixel-id',
    { config: FOR_ALL, schema: { response: { 200: pixelConfig } } },
    async () => ({ pixelId: config.pixelId }),
  )

  app.get(
    '/api/config/site',
    { config: FOR_ALL, schema: { response: { 200: siteConfig } } },
    async (request, reply) => {
      renewIdentityCookie(request, reply)
      return config.site
    },
  )

  app.get(
    '/api/config/form-token',
    { config: FOR_ALL, schema: { response: { 200: formTokenAnswer } } },
    async () => ({ token: issueToken(await loadSecret(sql), now()) }),
  )
}
