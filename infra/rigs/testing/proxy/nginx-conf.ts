/** The locations of the shipped nginx.conf, and which of them a path belongs to. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** `maxBody`: bytes. `block`: the text between the braces. */
type Location = { path: string; exact: boolean; upstream: string; maxBody: number; block: string }

/** Returns the file without comments. */
export const readNginxConf = async (): Promise<string> => {
  const path = join(import.meta.dirname, '..', '..', '..', 'deploy', 'docker', 'nginx.conf')
  return (await readFile(path, 'utf8')).replaceAll(/^\s*#.*\n/gm, '')
}

export const readLocations = async (): Promise<Location[]> => {
  const text = await readNginxConf()
  const found = text.matchAll(/^ {4}location (= )?(\/\S*) \{(.*?)^ {4}\}/gms)
  return [...found].map(([, exact, path = '', block = '']) => ({
    path,
    exact: exact !== undefined,
    upstream: /proxy_pass http:\/\/(\w+);/.exec(block)?.[1] ?? '',
    maxBody: maxBodyIn(block) ?? maxBodyIn(text) ?? 0,
    block,
  }))
}

/** The most exact location for a path, as nginx chooses it. */
export const locationOf = (locations: Location[], path: string): Location | undefined =>
  locations
    .filter(location => (location.exact ? path === location.path : path.startsWith(location.path)))
    .toSorted((a, b) => Number(b.exact) - Number(a.exact) || b.path.length - a.path.length)[0]

const UNITS: Record<string, number> = { k: 1024, m: 1024 * 1024 }
const maxBodyIn = (text: string): number | undefined => {
  const [, size, unit = ''] = /client_max_body_size (\d+)([km]);/.exec(text) ?? []
  return size === undefined ? undefined : Number(size) * (UNITS[unit] ?? 1)
}
