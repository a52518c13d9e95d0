/** Imports one report with a year's costs of many campaigns, first into an empty table, then again. */
import { logIn } from '../testing/system.ts'
import { residentMegabytes } from './resident.ts'
import { row, type Table } from './table.ts'

const CAMPAIGNS = 200
const DAY_MS = 86_400_000

export const benchSpendImport = async (url: string, pid: number, rows: number): Promise<Table> => {
  const cookie = await logIn(url)
  const staff = async (path: string, body: string, type: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/admin/${path}`, {
      method: 'POST',
      headers: { 'content-type': type, cookie },
      body,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const campaigns = Math.min(CAMPAIGNS, rows)
  await makeCampaigns(staff, campaigns)
  const file = reportOf(rows, campaigns)
  const measure = async (name: string, path: string): Promise<string> => {
    const watched = watchMemory(pid)
    const start = performance.now()
    const answer = (await staff(path, file, 'text/csv')) as { problems: unknown[]; rows: number }
    const seconds = (performance.now() - start) / 1_000
    const { before, most } = await watched.end()
    if (answer.rows !== rows || answer.problems.length > 0)
      throw new Error(JSON.stringify(answer).slice(0, 500))
    return row(name, seconds.toFixed(1), Math.round(rows / seconds), before, most)
  }
  return {
    title: `Import of a cost report: ${rows.toLocaleString('en-GB')} rows, ${campaigns} campaigns, ${(file.length / 1024 ** 2).toFixed(1)} MiB`,
    head: ['', 'seconds', 'rows/s', 'MB before', 'peak MB'],
    rows: [
      await measure('preview', 'spend/import?preview=true'),
      await measure('import, every cost new', 'spend/import'),
      await measure('the same file again, no change', 'spend/import'),
    ],
  }
}

type Send = (path: string, body: string, type: string) => Promise<unknown>

/** Campaigns with the names that the report uses. */
const makeCampaigns = async (send: Send, campaigns: number): Promise<void> => {
  for (let at = 0; at < campaigns; at++) {
    const campaign = {
      ...{ name: `Campaign ${at}`, date: '2026-01-01', platform: 'Google Ads', utmSource: 'google' },
      ...{ utmMedium: 'cpc', generatedUrl: 'http://localhost/' },
    }
    await send('campaigns', JSON.stringify(campaign), 'application/json')
  }
}

const reportOf = (rows: number, campaigns: number): string => {
  const first = Date.now() - Math.ceil(rows / campaigns) * DAY_MS
  const lines = Array.from({ length: rows }, (_, at) => {
    const day = new Date(first + Math.floor(at / campaigns) * DAY_MS).toISOString().slice(0, 10)
    return `Campaign ${at % campaigns},${day},GBP,${(at % 9_973) / 100},${at % 97}`
  })
  return `Campaign,Day,Currency code,Cost,Clicks\n${lines.join('\n')}\n`
}

const watchMemory = (pid: number) => {
  let most = 0
  const looking = residentMegabytes(pid).then(before => {
    most = before
    return before
  })
  const timer = setInterval(() => {
    residentMegabytes(pid).then(
      now => {
        most = Math.max(most, now)
      },
      () => clearInterval(timer),
    )
  }, 50)
  return {
    end: async () => {
      clearInterval(timer)
      return { before: await looking, most: Math.max(most, await residentMegabytes(pid)) }
    },
  }
}
