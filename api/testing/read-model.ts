import type { ReadModel } from '../deps.ts'
import type { TestApi } from './api.ts'

export const readModelOf = ({ clickhouse, db }: TestApi, asOf: Date): ReadModel => {
  const rows: ReadModel['rows'] = async <Row>(query: string, parameters: Record<string, unknown> = {}) => {
    const query_params = { ...parameters, db }
    return (await clickhouse.query({ query, query_params, format: 'JSONEachRow' })).json<Row>()
  }
  return {
    rows,
    rowsOfOne: async () => rows,
    asOf: async () => asOf,
    freshness: async () => ({ asOf, lagMs: 0 }),
  }
}
