import { useState } from 'react'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { SearchField } from '../pieces/filters/filters.tsx'
import { History } from '../pieces/history.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { entryInWords } from '../words/audit-words.ts'

const ALL = { person: '', record: '', before: '' }

export const Audit = () => {
  const { open, toggle } = useOpened('audit')
  return (
    <Section
      id="audit"
      title="Audit log"
      meta={<span>Logins, changes, exports and denied requests of everyone</span>}
      actions={toggle({ words: 'Show audit log', closing: 'Close' })}
    >
      {open && <AuditLog />}
    </Section>
  )
}

export const AuditLog = () => {
  const [asked, setAsked] = useState(ALL)
  const query = useRead('audit', { query: asked })
  const show = (change: Partial<typeof ALL>) => setAsked({ ...asked, before: '', ...change })
  return (
    <>
      <search className="flex flex-wrap items-center gap-3 px-4 py-3 sm:px-5">
        <SearchField label="Person" value={asked.person} onChange={person => show({ person })} />
        <SearchField label="Record id" value={asked.record} onChange={record => show({ record })} />
        {(asked.person || asked.record) && <Button onClick={() => show(ALL)}>Clear filter</Button>}
      </search>
      <Loaded query={query} what="audit log" skeleton="m-5 h-40">
        {({ entries, next }) => (
          <>
            <div className="px-4 pb-3 sm:px-5">
              <History
                entries={entries}
                what={entry => (
                  <>
                    {entryInWords(entry)} <span className="text-sm text-muted">{entry.network}</span>
                    {entry.records.map(record => (
                      <button
                        key={record}
                        type="button"
                        className="dashboard-target block text-left text-sm text-muted underline"
                        onClick={() => show({ record })}
                      >
                        {record}
                      </button>
                    ))}
                  </>
                )}
              />
            </div>
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
