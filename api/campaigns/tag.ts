import { readSetting, saveSetting } from '@firsttouch/infra/stores/settings'
import { sightingName, TAG_HOSTS, TAG_STEPS } from '@firsttouch/ingest/settings'
import { linesIn } from '../contract/fields/lines.ts'
import { type TagState, tagHosts, tagState } from '../contract/tag.ts'
import { type Api, type Deps, FOR_OWNERS, FOR_STAFF } from '../deps.ts'

const MOST_STRANGERS = 10

export const tagRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  const schema = { response: { 200: tagState } }
  app.get('/api/admin/tag', { config: FOR_STAFF, schema }, () => stateOf(deps))
  app.put(
    '/api/admin/tag',
    { config: { ...FOR_OWNERS, changes: ['domain-config'] }, schema: { ...schema, body: tagHosts } },
    async ({ body: { hosts } }) => {
      await saveSetting(sql, TAG_HOSTS, hosts, now())
      return stateOf(deps)
    },
  )
}

const stateOf = async ({ sql }: Pick<Deps, 'sql'>): Promise<TagState> => {
  const named = linesIn(await readSetting(sql, TAG_HOSTS))
  const seen = await sql<{ name: string; at: Date }[]>`
    SELECT name, updated_at AS at FROM settings WHERE name LIKE 'tag\\_%:%' ORDER BY updated_at DESC`
  const atOf = new Map(seen.map(({ name, at }) => [name, at.toISOString()]))
  const refused = sightingName('refused', '')
  return {
    hosts: named.map(host => {
      const step = TAG_STEPS.findLast(one => atOf.has(sightingName(one, host))) ?? 'nothing'
      return { host, step, at: (step !== 'nothing' && atOf.get(sightingName(step, host))) || null }
    }),
    strangers: [...atOf]
      .filter(([name]) => name.startsWith(refused))
      .map(([name, at]) => ({ host: name.slice(refused.length), at }))
      .filter(({ host }) => !named.includes(host))
      .slice(0, MOST_STRANGERS),
  }
}
