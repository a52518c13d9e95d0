import { runningSqlPort } from '../../../reporting/analysts.ts'

/** Sends a request to a running system's port for analysts. */
export const askAnalysts = async (
  dataDir: string,
  query: string,
  format = 'TabSeparated',
): Promise<string> => {
  const port = await runningSqlPort(dataDir)
  if (!port) throw new Error(`No system runs over ${dataDir}.`)
  const answer = await fetch(`${port.url}/?default_format=${format}`, {
    method: 'POST',
    headers: { 'x-clickhouse-key': port.token },
    body: query,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.text()
}
