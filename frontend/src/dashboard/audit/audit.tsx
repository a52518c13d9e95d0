/** Who did what, by person and by record. */
import type { AuditEntry } from '@firsttouch/api/contract/audit'
import { useState } from 'react'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { SearchField } from '../pieces/filters/search-field.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { useOpened } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { entryInWords } from '../words/audit-words.ts'
import { dateTime } from '../words/format.ts'

const ALL = { person: '', record: '', before: '' }
type Asked = typeof ALL
type Show = (change: Partial<Asked>) => void

export const Audit = () => {
  const { open, toggle } = useOpened('audit')
  return (
    <Section
      id="audit"
      title="Audit log"
      meta={<span>Logins, changes, exports and refusals, for owners</span>}
      actions={toggle({ words: 'Show audit log', closing: 'Close' })}
    >
      {open && <AuditLog />}
    </Section>
  )
}

export const AuditLog = () => {
  const [asked, setAsked] = useState(ALL)
  const query = useRead('audit', { query: asked })
  const show: Show = change => setAsked({ ...asked, before: '', ...change })
  return (
    <>
      <Filter asked={asked} show={show} />
      <Loaded query={query} what="audit log" skeleton="m-5 h-40">
        {({ entries, next }) => (
          <>
            {entries.length === 0 && <p className="px-4 py-3 text-muted sm:px-5">No entries.</p>}
            <ul>
              {entries.map(entry => (
                <Entry key={entry.id} entry={entry} show={show} />
              ))}
            </ul>
            <div className="flex flex-wrap gap-2 border-t border-line px-4 py-3 sm:px-5">
              <Button onClick={() => (asked.before ? show({}) : query.refetch())}>
                {asked.before ? 'Back to the newest' : 'Refresh'}
              </Button>
              {next && <Button onClick={() => show({ before: next })}>Older entries</Button>}
            </div>
          </>
        )}
      </Loaded>
    </>
  )
}

const Filter = ({ asked: { person, record }, show }: { asked: Asked; show: Show }) => (
  <search className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
    <SearchField label="Person" value={person} onChange={value => show({ person: value })} />
    <SearchField label="Record id" value={record} onChange={value => show({ record: value })} />
    {(person || record) && <Button onClick={() => show(ALL)}>Clear filter</Button>}
  </search>
)

const LINK = 'dashboard-target text-left underline decoration-line hover:decoration-ink'

const Entry = ({ entry, show }: { entry: AuditEntry; show: Show }) => (
  <li className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line px-4 py-2 wrap-anywhere sm:px-5">
    <time dateTime={entry.at} className="w-40 shrink-0 text-muted tabular-nums">
      {dateTime(entry.at)}
    </time>
    <div className="min-w-0 flex-[1_1_16rem]">
      <p>
        <button
          type="button"
          className={`${LINK} font-medium`}
          onClick={() => show({ person: entry.person })}
        >
          {entry.person}
        </button>{' '}
        {entryInWords(entry)}
      </p>
      {entry.records.map(record => (
        <button
          key={record}
          type="button"
          className={`${LINK} block text-sm text-muted`}
          onClick={() => show({ record })}
        >
          {record}
        </button>
      ))}
    </div>
    <span className="text-sm text-muted tabular-nums">{entry.network}</span>
  </li>
)
