/** Staff settings that ingest uses. Ingest polls the settings, so that no event waits for PostgreSQL. */
import { repeat } from '@firsttouch/infra/platform/timing'
import type { Sql } from '@firsttouch/infra/stores/postgres'
import { networkList } from './left-out.ts'

export const INTERNAL_NETWORKS = 'internal_networks'
/** Name of the setting that lists the hosts whose tag may send events, one on each line. */
export const TAG_HOSTS = 'tag_hosts'
const EVERY_MS = 2_000

/** State of the tag on a host: script loaded, event rejected, or event accepted. */
export const TAG_STEPS = ['script', 'refused', 'event'] as const
export type TagStep = (typeof TAG_STEPS)[number]
/** Name of the setting whose `updated_at` says when `host` was last in the state `step`. */
export const sightingName = (step: TagStep, host: string): string => `tag_${step}:${host}`

export type Settings = {
  read: () => Promise<Record<string, string>>
  saw: (step: TagStep, host: string) => Promise<void>
}

/** Maximum number of stored host states. Without it, senders could fill the table with invented hosts. */
const MOST_SIGHTINGS = 200

export const settingsIn = (sql: Sql): Settings => ({
  read: async () => {
    const rows = await sql<{ name: string; value: string }[]>`
      SELECT name, value FROM settings WHERE name IN (${INTERNAL_NETWORKS}, ${TAG_HOSTS})`
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  },
  saw: async (step, host) => {
    await sql`
      INSERT INTO settings (name, value, updated_at)
      SELECT ${sightingName(step, host)}, '', now()
      WHERE (SELECT count(*) FROM settings WHERE name LIKE 'tag\\_%:%') < ${MOST_SIGHTINGS}
        OR EXISTS (SELECT FROM settings WHERE name = ${sightingName(step, host)})
      ON CONFLICT (name) DO UPDATE SET updated_at = excluded.updated_at`
  },
})

/** Polls the settings. While PostgreSQL is unavailable, the last settings apply. */
export const followSettings = (
  { read }: Pick<Settings, 'read'>,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
) => {
  const stop = new AbortController()
  let isInternal = networkList('')
  let tagHosts: Set<string> | undefined
  let known = ''
  let failing = false
  const look = async () => {
    const settings = await read()
    failing = false
    const text = JSON.stringify(settings)
    if (text === known) return
    isInternal = networkList(settings[INTERNAL_NETWORKS] ?? '')
    tagHosts = new Set((settings[TAG_HOSTS] ?? '').split('\n').filter(Boolean))
    known = text
  }
  const sayOnce = (error: unknown) => {
    if (!failing) onError(error)
    failing = true
  }
  const followed = repeat({ signal: stop.signal, everyMs, onError: sayOnce }, look)
  const close = async () => {
    stop.abort()
    await followed
  }
  return {
    isInternal: (ip: string) => isInternal(ip),
    /** undefined until the first read. */
    tagHosts: () => tagHosts,
    close,
  }
}
