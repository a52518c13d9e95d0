import { type PageSpeed, pageSpeed } from '../contract/page-speed.ts'
import { periodQuery } from '../contract/range.ts'
import { openReport, report } from '../read-model/report.ts'
import { FINAL_SETTINGS, periodCondition } from '../read-model/traffic-filter.ts'
import { QUARTILES, type VitalSteps, vitalSigns } from '../read-model/vitals.ts'

const MOST = 10

type Row = Omit<PageSpeed['pages'][number], keyof VitalSteps> & VitalSteps

export const pageSpeedRoutes = report('page-speed', periodQuery, pageSpeed, async (deps, query) => {
  const { zone, period, head } = await openReport(deps, query)
  const { where, parameters } = periodCondition(period, zone, 'at')
  const rows = await deps.readModel.rows<Row>(
    `
  SELECT page, sumIf(n, type = 'scroll') AS visits, ${QUARTILES},
    toUInt64(round(sumIf(n, type = 'visible_ms') / visits)) AS visibleMs,
    toUInt64(round(sumIf(n * value, type = 'scroll') / visits)) AS scrollPercent
  FROM {db:Identifier}.session_sums FINAL
  WHERE model = 'page_speed'${where}
  GROUP BY page
  HAVING visits > 0
  ORDER BY visits DESC, page
  LIMIT ${MOST}
  ${FINAL_SETTINGS}`,
    parameters,
  )
  return {
    ...head,
    pages: rows.map(row => ({ ...row, ...vitalSigns(row) })),
  }
})
