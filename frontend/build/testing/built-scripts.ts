/** Lists the scripts and stylesheets of the newest build. The folder also holds older ones for a day. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const builtScripts = (dist: string): string[] => builtFiles(dist).filter(name => name.endsWith('.js'))
export const builtStyles = (dist: string): string[] => builtFiles(dist).filter(name => name.endsWith('.css'))

const builtFiles = (dist: string): string[] => {
  const { files }: { files: Record<string, string> } = JSON.parse(
    readFileSync(join(dist, 'site.json'), 'utf8'),
  )
  const found = new Set<string>()
  const follow = (text: string): void => {
    for (const [name] of text.matchAll(/[\w-]+\.(?:js|css)\b/g)) {
      if (found.has(name) || !existsSync(join(dist, 'assets', name))) continue
      found.add(name)
      follow(readFileSync(join(dist, 'assets', name), 'utf8'))
    }
  }
  for (const file of Object.values(files)) follow(readFileSync(join(dist, file), 'utf8'))
  return [...found].sort()
}
