import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACT } from './account-views.ts'
import { VIEWS } from './publish.ts'
import type { View } from './view.ts'

export const DICTIONARY_FILE = join(import.meta.dirname, 'dictionary.md')

export const dictionary = (): string =>
  `# Data dictionary of \`reporting\`

Written by \`npx node infra/reporting/dictionary.ts\` from the views; do not edit. Contract ${CONTRACT}.
All times are UTC. A \`day\` is a day of the report time zone (\`SELECT time_zone FROM about\`). Duplicates count once. Only \`excluded_days\`
counts bots, the business's own visits and suspicious sessions. Sessions of erased people, and visits whose details have expired, still count under
numbers that lead to nobody. They have no page, content and term, and of the referrer only the site. They keep device, browser and form.
Leads of erased people, and leads whose records have expired, still count, here and in the dashboard. Leads that staff deleted do not count.

${VIEWS.map(section).join('\n')}`

const section = ({ name, version = 1, comment, columns }: View): string => `## ${name}

Version ${version}. ${comment}

| column | type | meaning |
| --- | --- | --- |
${Object.entries(columns)
  .map(([column, { type, comment }]) => `| \`${column}\` | ${type} | ${comment} |`)
  .join('\n')}
`

if (import.meta.main) {
  await writeFile(DICTIONARY_FILE, dictionary())
  console.log(`Written: ${VIEWS.length} views.`)
}
