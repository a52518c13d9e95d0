/** What an installation shows: the answers of every call that the dashboard reads, and every row of the analysts' views. */

/** Their answers describe the moment or the process, or change with a login: no figures. */
const NOT_COMPARED = [
  ...['visitors-now', 'session', 'live', 'docs', 'notifications'],
  ...['account/sessions', 'audit', 'team'],
]
/** When something was asked or looked at, and what is counted in the week before. */
const OF_THE_MOMENT = new Set([
  'asOf',
  'at',
  'snapshotAt',
  'checkedAt',
  'lag',
  'lagMs',
  'requestId',
  'openFrom',
  'dailyVisitors',
  'daysLeft',
])

type Described = { paths: Record<string, { get?: { parameters?: { name: string }[] } }> }
type Figures = Record<string, unknown>

const answerOf = async (url: string, cookie: string): Promise<unknown> => {
  const answer = await fetch(url, { headers: { cookie } })
  const text = await answer.text()
  if (!answer.ok) return `${answer.status}`
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text, withoutMoments) : text
}

const withoutMoments = (key: string, value: unknown) =>
  OF_THE_MOMENT.has(key) && !Array.isArray(value) ? undefined : value

/** `days`: the first and last of a range that is over, for the calls that take one; they are asked without it, too. */
export const dashboardOf = async (url: string, cookie: string, days: [string, string]): Promise<Figures> => {
  const described = (await answerOf(`${url}/api/admin/docs/json`, cookie)) as Described
  const figures: Figures = {}
  for (const [path, { get }] of Object.entries(described.paths)) {
    const isRead = get && path.startsWith('/api/admin/') && !path.includes('{')
    if (!isRead || NOT_COMPARED.some(name => path.startsWith(`/api/admin/${name}`))) continue
    const names = get.parameters?.map(({ name }) => name) ?? []
    const isOfDays = names.includes('from') && names.includes('to')
    const query = isOfDays ? `?from=${days[0]}&to=${days[1]}` : ''
    figures[`${path}${query}`] = await answerOf(`${url}${path}${query}`, cookie)
  }
  return figures
}

/** They tell when they were asked, and of places in the log. */
const VIEWS_NOT_COMPARED = ['about', 'freshness']

/** `ask` answers a statement as TSV. */
export const viewsOf = async (ask: (query: string) => Promise<string>): Promise<Figures> => {
  const names = (await ask('SHOW TABLES FROM reporting FORMAT TSV')).trim().split('\n')
  const figures: Figures = {}
  for (const name of names.filter(one => !VIEWS_NOT_COMPARED.includes(one)))
    figures[name] = await ask(`SELECT * FROM reporting.${name} ORDER BY ALL FORMAT TSV`)
  return figures
}
