import { dropIndexes } from '@firsttouch/infra/rigs/testing/postgres/drop-indexes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { later } from '../../testing/api.ts'
import { followReferences } from '../../testing/follow-references.ts'
import { type InboxDesk, openInboxDesk } from '../../testing/inbox.ts'

const touch = (utm_source: string, utm_campaign: string) => ({
  utm_source,
  utm_medium: 'cpc',
  utm_campaign,
  utm_content: '',
  utm_term: '',
})

/** A desk with five leads, one day apart. */
const openDesk = async (): Promise<InboxDesk> => {
  const desk = await openInboxDesk()
  const { api, call, contact } = desk
  const people: [name: string, more: object][] = [
    [
      'Ada Byron',
      { email: 'ada@roofs.example', phone: '07700 900123', firstTouchUtm: touch('google', 'spring') },
    ],
    [
      'Bob 100%',
      {
        email: 'bob@x.example',
        phone: '01632 960001',
        business: 'Roofs_R_Us',
        variant: 'v2',
        source: 'promotional_popup',
      },
    ],
    [
      'Zoe Lovelace',
      { email: 'ADA@roofs.example', message: 'My gutter leaks', firstTouchUtm: touch('bing', 'Spring') },
    ],
    ['Dee', { email: 'dee@x.example', phone: '+44 (0)7700 900123', variant: 'control' }],
    ['Spam', { email: 'spam@x.example', leaveBlank: 'x' }],
  ]
  const ids: string[] = []
  for (const [name, more] of people) {
    ids.push(await contact(name, more))
    later(api.clock, 86_400_000)
  }
  await desk.logInAgain()
  await call('PATCH', `leads/${ids[1]}`, { status: 'qualified' })
  return desk
}

let desk: InboxDesk
const found = (query: string) => desk.names(`leads/search?${query}`)

describe('a search', () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.api.close())

  test.each([
    ['q=roofs', ['Zoe Lovelace', 'Bob 100%', 'Ada Byron']],
    ['q=LOVELACE+gutter', ['Zoe Lovelace']],
    ['q=gutter+nothing', []],
    ['q=100%25', ['Bob 100%']],
    ['q=_R_', ['Bob 100%']],
    ['q=%5C', []],
    ['q=900123', ['Dee', 'Ada Byron']],
    ['q=07700+900123', ['Dee', 'Ada Byron']],
    ['q=%2B44+7700900', ['Dee', 'Ada Byron']],
    ['q=%2B44+(0)7700+900123', ['Dee', 'Ada Byron']],
    ['q=0044+7700+900123', ['Dee', 'Ada Byron']],
    ['q=7.7.0.0.9', ['Dee', 'Ada Byron']],
    ['q=7.7.0.0', []],
    ['q=my', ['Zoe Lovelace']],
    [`q=${'my+'.repeat(8)}nothing`, ['Zoe Lovelace']],
    [`q=${'my+'.repeat(7)}nothing`, []],
    ['status=qualified', ['Bob 100%']],
    ['source=promotional_popup', ['Bob 100%']],
    ['campaign=spring', ['Ada Byron']],
    ['utmSource=bing', ['Zoe Lovelace']],
    ['utmSource=direct', ['Dee', 'Bob 100%']],
    ['variant=control', ['Dee']],
    ['from=2026-03-02&to=2026-03-03', ['Zoe Lovelace', 'Bob 100%']],
    ['to=2026-03-01', ['Ada Byron']],
    ['spam=only', ['Spam']],
    ['spam=include&q=x.example', ['Spam', 'Dee', 'Bob 100%']],
    ['order=oldest', ['Ada Byron', 'Bob 100%', 'Zoe Lovelace', 'Dee']],
    ['order=name', ['Ada Byron', 'Bob 100%', 'Dee', 'Zoe Lovelace']],
    ['order=updated', ['Bob 100%', 'Dee', 'Zoe Lovelace', 'Ada Byron']],
  ])('a search by %s finds %j', async (query, names) => expect(await found(query)).toEqual(names))

  test('a search counts its results, and all leads', async () => {
    expect((await desk.call('GET', 'leads/search?q=roofs&limit=1')).json()).toMatchObject({
      total: 3,
      newCount: 2,
      inbox: { total: 4, newCount: 3 },
    })
  })

  test('a search for a person finds leads with the same address or number', async () => {
    const { items } = (await desk.call('GET', 'leads/search')).json()
    const ada = items.find((lead: { name: string }) => lead.name === 'Ada Byron')
    expect(ada.samePerson).toBe(2)
    expect(await found(`person=${ada.id}`)).toEqual(['Dee', 'Zoe Lovelace', 'Ada Byron'])
  })
})

describe('a search over changed leads', () => {
  beforeAll(async () => {
    desk = await openDesk()
  })
  afterAll(() => desk.api.close())

  test('days are those of the report time zone', async () => {
    // Midnight of 2 July in London, still 1 July in UTC.
    await desk.api.sql`UPDATE leads SET created_at = '2026-07-01T23:00:00Z' WHERE name = 'Dee'`
    expect(await found('from=2026-07-02&to=2026-07-02')).toEqual(['Dee'])
    expect(await found('from=2026-07-01&to=2026-07-01')).toEqual([])
    desk.api.clock.now = new Date('2026-08-15T12:00:00Z')
    await desk.logInAgain()
    expect(await found('period=last-month')).toEqual(['Dee'])
    expect(await found('period=this-month')).toEqual([])
  })

  test('a search by funnel step finds the leads that reached the step', async () => {
    const { api, call } = desk
    const { items } = (await call('GET', 'leads/search')).json()
    const becomes = async (name: string, ...statuses: string[]) => {
      const { id } = items.find((lead: { name: string }) => lead.name === name)
      for (const status of statuses) await call('PATCH', `leads/${id}`, { status })
    }
    await becomes('Ada Byron', 'qualified', 'closed')
    await becomes('Bob 100%', 'qualified', 'contacted')
    await becomes('Dee', 'closed')
    await becomes('Zoe Lovelace', 'qualified')
    expect((await found('reached=qualified')).toSorted()).toEqual(['Ada Byron', 'Zoe Lovelace'])
    // Waits for the outbox, which would overwrite the update.
    await followReferences(api.sql)
    await api.sql`UPDATE leads SET told_trial = true, told_onboarding = false WHERE name = 'Dee'`
    await api.sql`UPDATE leads SET told_trial = false, told_onboarding = true WHERE name = 'Bob 100%'`
    expect(await found('reached=trial')).toEqual(['Dee'])
    expect(await found('reached=onboarding')).toEqual(['Bob 100%'])
  })

  test.each(['newest', 'oldest', 'updated', 'name', 'next'])(
    'paging in the order %s shows every lead once, also leads with equal times',
    async order => {
      await dropIndexes(desk.api.sql, 'leads')
      // Separate updates, so that the order in the table differs from that of ids.
      for (const name of ['Zoe Lovelace', 'Ada Byron', 'Spam', 'Bob 100%'])
        await desk.api.sql`UPDATE leads SET created_at = '2026-03-01T00:00:00.123456Z' WHERE name = ${name}`
      const all = await found(`order=${order}`)
      const seen: string[] = []
      let cursor = ''
      do {
        const query = `leads/search?order=${order}&limit=1${cursor && `&cursor=${cursor}`}`
        const page = (await desk.call('GET', query)).json()
        seen.push(...page.items.map((lead: { name: string }) => lead.name))
        cursor = page.nextCursor
      } while (cursor && seen.length <= all.length)
      expect(seen).toEqual(all)
      expect(all).toHaveLength(4)
    },
  )
})
