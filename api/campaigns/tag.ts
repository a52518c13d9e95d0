/** `/api/admin/tag`: the hosts of pages elsewhere whose tag counts, and what was seen of each. */
import { sightingName, TAG_HOSTS, TAG_STEPS, type TagStep } from '@firsttouch/ingest/settings'
import { type TagState, tagHosts, tagState } from '../contract/tag.ts'
import { type Api, type Deps, FOR_OWNERS, FOR_STAFF } from '../deps.ts'
import { announceChange } from '../live/live.ts'

const MOST_STRANGERS = 10

export const tagRoutes = (app: Api, deps: Deps): void => {
  const { sql, now } = deps
  const schema = { response: { 200: tagState } }
  app.get('/api/admin/tag', { config: FOR_STAFF, schema }, () => stateOf(deps))
  app.put(
    '/api/admin/tag',
    { config: FOR_OWNERS, schema: { ...schema, body: tagHosts } },
    async ({ body: { hosts } }) => {
      await sql`
        INSERT INTO settings (name, value, updated_at) VALUES (${TAG_HOSTS}, ${hosts.join('\n')}, ${now()})
        ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`
      await announceChange(sql, ['domain-config'])
      return stateOf(deps)
    },
  )
}

type Row = { name: string; value: string; at: Date }

const stateOf = async ({ sql }: Pick<Deps, 'sql'>): Promise<TagState> => {
  const rows = await sql<Row[]>`
    SELECT name, value, updated_at AS at FROM settings WHERE name LIKE 'tag\\_%' ORDER BY updated_at DESC`
  const named =
    rows
      .find(({ name }) => name === TAG_HOSTS)
      ?.value.split('\n')
      .filter(Boolean) ?? []
  const atOf = (step: TagStep, host: string) =>
    rows.find(({ name }) => name === sightingName(step, host))?.at.toISOString() ?? null
  const prefix = sightingName('refused', '')
  return {
    hosts: named.map(host => {
      const step = TAG_STEPS.toReversed().find(one => atOf(one, host)) ?? 'nothing'
      return { host, step, at: step === 'nothing' ? null : atOf(step, host) }
    }),
    strangers: rows
      .filter(({ name }) => name.startsWith(prefix))
      .map(({ name, at }) => ({ host: name.slice(prefix.length), at: at.toISOString() }))
      .filter(({ host }) => !named.includes(host))
      .slice(0, MOST_STRANGERS),
  }
}
