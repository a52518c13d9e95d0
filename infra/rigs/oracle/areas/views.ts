/** The analysts' views, every row and column. */
import type { Look } from './look.ts'
import { compareExperimentViews } from './views/experiments.ts'
import { compareLeadViews } from './views/leads.ts'
import { compareTrafficViews } from './views/traffic.ts'
import { openViews } from './views/view.ts'

/** Views without numbers of the business: `about` describes the views, `freshness` the log's progress. */
const NOT_OF_THE_BUSINESS = ['about', 'freshness']

export const compareViews = async (look: Look): Promise<void> => {
  const { system, business, compare } = look
  const views = openViews(look)
  await compareTrafficViews(look, views)
  await compareExperimentViews(look, views)
  await compareLeadViews(look, views)
  const all = (await system.sql<{ name: string }>('SHOW TABLES')).map(({ name }) => name)
  const missing = all.filter(name => !views.compared.has(name) && !NOT_OF_THE_BUSINESS.includes(name))
  compare.same('views', 'views without a definition', [], missing)
  compare.same(
    'view about',
    'SELECT * FROM about',
    [{ time_zone: business.zone }],
    await system.sql('SELECT * FROM about'),
  )
}
