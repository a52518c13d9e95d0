import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACT } from './account-views.ts'
import { VIEWS } from './publish.ts'
import type { View } from './view.ts'

export const DICTIONARY_FILE = join(import.meta.dirname, 'dictionary.md')

export const dictionary = (): string =>
  `# Data dictionary of \`reporting\`

Made by \`npx node infra/reporting/dictionary.ts\` from the views themselves; do not edit. Contract ${CONTRACT}.
All times are UTC; a \`day\` is a day of the report time zone (\`SELECT time_zone FROM about\`). Duplicates count once, and bots, the business's own visits and suspicious sessions are
left out of every view but \`excluded_days\`. Sessions of people who were erased, and visits older than details are kept, still count: under
a number that leads to nobody, with empty pages, content and terms; of the referrer only the site stays, and device, browser and form stay. Leads of people
who were erased, or whose records are deleted for their age, count on here and in the dashboard alike; leads that staff deleted do not.

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
