/** The operator's commands for dead letters: list, show and replay. */
import { setTimeout as sleep } from 'node:timers/promises'
import { liveGroups } from '@firsttouch/infra/stores/read-models'
import type { Sql } from 'postgres'
import { requestReplay } from './replay.ts'

export type Say = (line: string) => void
export type Options = { reason?: string | undefined }

type Row = {
  consumer_group: string
  partition: number
  offset: string
  key: Buffer
  value: Buffer
  reason: string
  detail: string
  error_class: string
  attempts: number
  code_version: string
  appended_at: Date
  first_seen_at: Date
  replay_requested_at: Date | null
  replayed_at: Date | null
}

const LISTED = 50

export const listDeadLetters = async (sql: Sql, say: Say, { reason }: Options = {}): Promise<void> => {
  const [serving = ''] = await liveGroups(sql)
  const ours = sql`consumer_group = ${serving} ${reason ? sql`AND reason = ${reason}` : sql``}`
  const sums = await sql<{ reason: string; open: string; replayed: string }[]>`
    SELECT reason, count(*) FILTER (WHERE replayed_at IS NULL) AS open, count(replayed_at) AS replayed
    FROM dead_letters WHERE ${ours} GROUP BY reason ORDER BY reason`
  if (sums.length === 0) return say('There are no dead letters.')
  for (const sum of sums) say(`${sum.reason}: ${sum.open} open, ${sum.replayed} replayed`)
  const rows = await sql<Row[]>`
    SELECT * FROM dead_letters WHERE ${ours} AND replayed_at IS NULL
    ORDER BY first_seen_at DESC, partition, "offset" LIMIT ${LISTED}`
  if (rows.length > 0) say(`\nThe newest open dead letters, at most ${LISTED}:`)
  for (const { partition, offset, first_seen_at: at, reason: why, attempts, detail } of rows)
    say(`${partition}/${offset}  ${at.toISOString()}  ${why}  ${attempts}×  ${plain(detail).slice(0, 100)}`)
}

export const showDeadLetter = async (sql: Sql, say: Say, position: string): Promise<void> => {
  const [, partition, offset] = /^(\d{1,9})\/(\d{1,15})$/.exec(position) ?? []
  if (!partition || !offset) throw new Error('Give the position as PARTITION/OFFSET, such as 2/1234.')
  const rows = await sql<Row[]>`
    SELECT * FROM dead_letters
    WHERE partition = ${partition} AND "offset" = ${offset} AND consumer_group = ANY(${await liveGroups(sql)})`
  if (rows.length === 0) throw new Error(`There is no dead letter at ${position}.`)
  for (const row of rows) {
    say(`group       ${row.consumer_group}\nposition    ${row.partition}/${row.offset}`)
    say(`appended    ${row.appended_at.toISOString()}\nfailed at   ${row.first_seen_at.toISOString()}`)
    say(`replayed    ${row.replayed_at?.toISOString() ?? (row.replay_requested_at ? 'requested' : 'no')}`)
    say(`reason      ${row.reason} (${row.error_class}), ${row.attempts} attempts`)
    say(`by          ${row.code_version}\ndetail      ${plain(row.detail)}`)
    say(`key         ${plain(row.key.toString())}\nvalue       ${plain(row.value.toString())}\n`)
  }
}

const LOOK_EVERY_MS = 200

export const replayDeadLetters = async (sql: Sql, say: Say, { reason }: Options = {}): Promise<void> => {
  const asked = await requestReplay(sql, await liveGroups(sql), reason)
  if (asked === 0) return say('There is nothing to replay.')
  say(`Replaying dead letters: ${asked} …`)
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const [row] = await sql<{ left: string }[]>`
      SELECT count(*) AS left FROM dead_letters WHERE replay_requested_at IS NOT NULL AND replayed_at IS NULL
      AND consumer_group = ANY(${await liveGroups(sql)})`
    if (Number(row?.left) === 0) break
    if (waited === 10_000)
      say(
        'The replay has not started. Is a projector running? Ctrl-C stops watching and leaves the request in place.',
      )
    await sleep(LOOK_EVERY_MS)
  }
  const [failed] = await sql<{ n: string }[]>`
    SELECT count(*) AS n FROM dead_letters WHERE replayed_at IS NULL AND consumer_group = ANY(${await liveGroups(sql)})
    ${reason ? sql`AND reason = ${reason}` : sql``}`
  say(`Done. Open dead letters: ${failed?.n}.`)
}

/** Escapes control characters, which a terminal would execute, and characters that change the writing direction. */
const plain = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
