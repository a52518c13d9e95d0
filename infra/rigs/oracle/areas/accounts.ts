/** The pipeline accounting, and the conversion files for ad platforms. */
import { dayOf } from '../days.ts'
import { isCountedLead } from '../definitions/leads.ts'
import type { Click, Lead } from '../facts.ts'
import type { Look } from './look.ts'

export const comparePipeline = async ({ system, business, compare }: Look): Promise<void> => {
  const call = '/api/admin/pipeline'
  type Account = Record<string, unknown> & { type: string }
  const theirs = await system.get<{ types: Account[]; total: object; idConflicts: number }>(call)
  const full = (counts: { accepted: number; duplicates: number; human: number; bot: number }) => ({
    ...{ accepted: counts.accepted, projected: counts.accepted, duplicates: counts.duplicates },
    ...{
      uniqueHuman: counts.human,
      uniqueBot: counts.bot,
      testEvents: 0,
      deadLetters: 0,
      balanced: true,
    },
  })
  const types = Object.entries(business.accounts)
  for (const [type, counts] of types)
    compare.same(
      'accounting',
      `${call} ${type}`,
      full(counts),
      theirs.types.find(one => one.type === type),
    )
  const sum = (name: 'accepted' | 'duplicates' | 'human' | 'bot') =>
    types.reduce((all, [, counts]) => all + counts[name], 0)
  const total = {
    accepted: sum('accepted'),
    duplicates: sum('duplicates'),
    human: sum('human'),
    bot: sum('bot'),
  }
  compare.same('accounting', `${call} total`, full(total), theirs.total)
  compare.same('accounting: id conflicts', call, { idConflicts: business.idConflicts }, theirs)
}

type Told = { kind: 'qualified' | 'closed' | 'onboarding'; at: number; click: Click }

/**
 * The conversions that the product reports for a lead. Only moves after the lead was last new or contacted count. `at`:
 * when a move first reached the lead's status. A closed lead also has a conversion for the move to qualified.
 */
const stepsOf = ({ status, moves }: Lead): { kind: 'qualified' | 'closed'; at: number }[] => {
  if (status !== 'qualified' && status !== 'closed') return []
  const since = moves.slice(moves.findLastIndex(({ to }) => to === 'new' || to === 'contacted') + 1)
  const first = (kind: 'qualified' | 'closed') => {
    const move = since.find(({ to }) => to === kind)
    return move ? [{ kind, at: move.at }] : []
  }
  return status === 'closed' ? [...first('qualified'), ...first('closed')] : first('qualified')
}

const PLATFORMS = [
  { platform: 'google-ads', ids: ['gclid', 'gbraid', 'wbraid'], head: 1 },
  { platform: 'microsoft-advertising', ids: ['msclkid'], head: 2 },
]
const DAYS_AFTER_CLICK = 90 * 86_400_000

export const compareExports = async ({ system, business, compare }: Look): Promise<void> => {
  const { zone, now } = business
  const erased = new Set(business.leads.filter(one => one.erased).map(({ email }) => email.toLowerCase()))
  const told = [
    ...business.leads.flatMap(lead =>
      isCountedLead(lead) && lead.click ? stepsOf(lead).map(step => ({ ...step, lead })) : [],
    ),
    ...business.onboarding.flatMap(form =>
      isCountedLead(form) && form.click ? [{ kind: 'onboarding' as const, at: form.at, lead: form }] : [],
    ),
  ].flatMap(({ kind, at, lead }): Told[] =>
    lead.click && !erased.has(lead.email.toLowerCase()) ? [{ kind, at, click: lead.click }] : [],
  )
  const names = { qualified: 'Qualified lead', closed: 'Closed deal', onboarding: 'Onboarding' }
  const rules = (['qualified', 'closed', 'onboarding'] as const).map(kind => ({
    ...{ kind, isOffered: true, name: names[kind], value: kind === 'closed' ? '250.00' : '' },
  }))
  await system.staff('PATCH', 'conversions', { rules })
  const settings = await system.get<{ offered: { platform: string }[] }>('/api/admin/conversions')
  for (const { platform, ids, head } of PLATFORMS) {
    const own = told
      .filter(({ click }) => ids.some(id => click.ids[id] !== undefined))
      .toSorted((a, b) => a.at - b.at)
    const fresh = own.filter(({ click }) => click.at > now - DAYS_AFTER_CLICK)
    compare.same(
      'conversions',
      '/api/admin/conversions',
      { ready: fresh.length, tooOld: own.length - fresh.length },
      settings.offered.find(one => one.platform === platform),
      () => own,
    )
    const call = `/api/admin/conversions/${platform}.csv`
    const file = await system.staff<string>('POST', `conversions/${platform}.csv`)
    const lines = file.trim().split('\r\n').slice(head)
    compare.same('conversions', call, fresh.length, lines.length, () => fresh)
    for (const [index, { kind, at, click }] of fresh.entries()) {
      const cells = lines[index]?.split(',') ?? []
      const [name, time, value, currency] = cells.slice(-4)
      const where = platform === 'google-ads' ? zone : 'UTC'
      compare.same(
        'conversions',
        `${call}, line ${index + 1 + head}`,
        {
          id: Object.values(click.ids)[0],
          name: names[kind],
          day: dayOf(where, at),
          money: kind === 'closed' ? '250.00 GBP' : ' ',
        },
        {
          id: cells.find(cell => cell.startsWith('c-')),
          name,
          day: time?.slice(0, 10),
          money: `${value} ${currency}`,
        },
        () => [{ kind, at, click }],
      )
    }
  }
}
