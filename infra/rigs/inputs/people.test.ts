/** `npm run erase` and `npm run export-person` find a stored record by the name that the operator types, and erase it. */

import { execFile } from 'node:child_process'
import { beforeEach, describe, expect, test } from 'vitest'
import { findPerson, subjectOf, type Who } from '../../app/commands/who.ts'
import { erasePerson, tracesOf } from '../../app/erasure/person.ts'
import { UsageError } from '../../platform/run-command.ts'
import { ROOT } from '../testing/run/commands.ts'
import { openTestPostgres } from '../testing/stores.ts'
import people from './people.json' with { type: 'json' }

type Stored = { email?: string; phone?: string; id?: string; session?: string }
type Row = { stored: Stored; input: Who; right: 'found' | 'not found' | 'wrong use'; source: string }

const { sql, url } = await openTestPostgres()
beforeEach(async () => {
  await sql`DELETE FROM leads`
  await sql`DELETE FROM onboarding_submissions`
})

/** Stores the person in each inbox, without normal forms, as in a backup of an older release. */
const store = async ({
  email = '',
  phone = '',
  id = '0192a3b4-0000-7000-8000-000000000001',
  session = '',
}: Stored) => {
  await sql`
    INSERT INTO leads (id, name, email, phone, business, message, source, session_id, first_touch, spam_reason, created_at, updated_at)
    VALUES (${id}, 'Ann', ${email}, ${phone}, '', '', '', ${session}, '{}', '', now(), now())`
  await sql`
    INSERT INTO onboarding_submissions (id, full_name, business_name, mobile_number, website_address, email_address,
      has_google_ads, primary_keyword, target_area, notes, session_id, first_touch, spam_reason, created_at)
    VALUES (gen_random_uuid(), 'Ann', '', ${phone}, '', ${email}, false, '', '', '', ${session}, '{}', '', now())`
}
const left = async () => {
  const [row] = await sql<{ n: number }[]>`
    SELECT (SELECT count(*) FROM leads)::int + (SELECT count(*) FROM onboarding_submissions)::int AS n`
  return row?.n
}
const lookFor = async (input: Who) => {
  let subject: ReturnType<typeof subjectOf>
  try {
    subject = subjectOf(input, 'GB')
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return { right: 'wrong use', spellings: [] }
  }
  const { records, spellings } = await findPerson(sql, subject, 'GB')
  return { right: ['not found', '', 'found'][records.length], spellings, subject }
}

test.each(people as Row[])(
  'the commands for persons, given $input, find $right if $stored is stored',
  async ({ stored, input, right, source }) => {
    await store(stored)
    const found = await lookFor(input)
    expect(found.right).toBe(right)
    // Erase only in the cases whose source is the review, because an erasure takes longer than a search.
    if (!found.subject || !source.startsWith('review')) return
    await erasePerson(sql, found.subject, new Date())
    expect(await left()).toBe(0)
    expect(await tracesOf(sql, found.spellings)).toEqual([])
  },
)

describe('the commands', () => {
  const run = (name: string, ...given: string[]) =>
    new Promise<{ code: number; out: string; said: string }>(resolve => {
      const env = {
        ...process.env,
        DATABASE_URL: url,
        CLICKHOUSE_URL: 'http://127.0.0.1:1',
        DATA_DIR: '/dev/null/none',
      }
      const child = execFile(
        process.execPath,
        [`infra/app/commands/${name}.ts`, ...given],
        { cwd: ROOT, env },
        (error, out, said) => resolve({ code: Number(error?.code ?? 0), out, said }),
      )
      child.stdin?.end()
    })

  test.each(['erase', 'export-person'])(
    'npm run %s reports that it found no person, and exits with 3',
    async name => {
      const { code, out, said } = await run(name, '--email', 'nobody@example.test')
      expect([code, out]).toEqual([3, ''])
      expect(said).toBe(
        "No record names nobody@example.test; check the spelling, or find the record's id on its page and use --lead.\n",
      )
    },
  )

  test('without a terminal and without --yes, npm run erase lists its findings and erases nothing', async () => {
    await store({ email: 'ann@example.test', session: 'utm_1_ann' })
    const { code, out, said } = await run('erase', '--email', 'Ann <ANN@example.test>')
    expect(code).toBe(1)
    expect(out).toMatch(
      /^Found: 1 leads, 1 onboarding records, 1 sessions\.\n {2}leads \S+ {2}Ann {2}ann@example\.test/,
    )
    expect(said).toContain('Nothing was erased: there is no terminal to ask at. Add --yes')
    expect(await left()).toBe(2)
  })
})
