/** All figures of an installation: the answers of the dashboard's calls, and all rows of the analysts' views. */

/** Answers without figures: they describe the moment or the process, or change with a login. */
const NOT_COMPARED = [
  ...['visitors-now', 'session', 'live', 'docs', 'notifications'],
  ...['account/sessions', 'audit', 'team'],
]
/** Fields with the time of the request, or with counts of the preceding week. */
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

/** Calls each route, with `days` (first and last day of a past range) where it takes one. */
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

/** Views with the time of the query or offsets of the log. */
const VIEWS_NOT_COMPARED = ['about', 'freshness']

/** `ask` returns a statement's result as TSV. */
export const viewsOf = async (ask: (query: string) => Promise<string>): Promise<Figures> => {
  const names = (await ask('SHOW TABLES FROM reporting FORMAT TSV')).trim().split('\n')
  const figures: Figures = {}
  for (const name of names.filter(one => !VIEWS_NOT_COMPARED.includes(one)))
    figures[name] = await ask(`SELECT * FROM reporting.${name} ORDER BY ALL FORMAT TSV`)
  return figures
}
