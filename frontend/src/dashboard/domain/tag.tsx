import { type TagState, tagHosts } from '@firsttouch/api/contract/tag'
import { Badge } from '../../ui/badge.tsx'
import { useRead } from '../data/use-read.ts'
import { InputField } from '../pieces/form-fields.tsx'
import { LinesForm } from '../pieces/lines-form.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section, useOpened } from '../pieces/section.tsx'
import { dateTime } from '../words/format.ts'

export const Tag = () => {
  const query = useRead('tag')
  const { open, close, toggle } = useOpened('tag')
  return (
    <Section
      id="tag"
      title="Pages elsewhere"
      meta={<span>Other websites whose events are counted</span>}
      actions={toggle({ words: 'Edit hosts', needs: 'owner', disabled: !query.data })}
    >
      <Loaded query={query} what="hosts of pages elsewhere" skeleton="m-5 h-24">
        {state => (
          <>
            <Hosts state={state} />
            {open && (
              <LinesForm
                {...{ name: 'hosts', schema: tagHosts, path: 'tag' }}
                current={state.hosts.map(({ host }) => host).join('\n')}
                label="Allowed hosts"
                hint="One host per line, such as shop.example.com. Events of other hosts are refused."
                onDone={close}
              />
            )}
          </>
        )}
      </Loaded>
    </Section>
  )
}

const Hosts = ({ state: { hosts, strangers } }: { state: TagState }) => (
  <div className="space-y-4 px-4 py-4 sm:px-5">
    <InputField
      label="Line to paste"
      hint={
        <>
          Paste it into the head of each page of your other websites. If visitors must consent first, write{' '}
          <code>data-consent="required"</code> after <code>{'<script'}</code>, and call{' '}
          <code>firsttouch('consent', 'granted')</code> when a visitor agrees. To count a conversion, call{' '}
          <code>firsttouch('conversion', 'form_submission')</code>.
        </>
      }
      readOnly
      value={`<script defer src="${location.origin}/t.js"></script>`}
      inputClass="font-mono"
      onFocus={event => event.target.select()}
    />
    <ul aria-label="Hosts and their state" className="divide-y divide-line">
      {[...hosts, ...strangers.map(one => ({ ...one, step: 'stranger' as const }))].map(
        ({ host, at, step }) => {
          const { name, words, tone = 'neutral' } = STEPS[step]
          return (
            <li key={host} className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <p className="font-medium wrap-anywhere">{host}</p>
                <p className="text-muted">
                  {words} {at && <span className="tabular-nums">{dateTime(at)}</span>}
                </p>
              </div>
              <Badge tone={tone}>{name}</Badge>
            </li>
          )
        },
      )}
    </ul>
  </div>
)

type Step = TagState['hosts'][number]['step'] | 'stranger'

const STEPS: Record<Step, { name: string; words: string; tone?: 'ok' | 'danger' }> = {
  event: { name: 'Receiving', words: 'Last event:', tone: 'ok' },
  refused: {
    name: 'No event yet',
    words:
      'An event was refused before you allowed the host. Open the website’s page again to send a new one. Last refused event:',
  },
  script: {
    name: 'No event yet',
    words:
      'A page loaded the script but sent no event. Open the page and accept its cookie banner. Also check that its content security policy allows connections to this dashboard’s address. Last load of the script:',
  },
  nothing: { name: 'Nothing received', words: 'Paste the line and open the page.' },
  stranger: {
    name: 'Host not allowed',
    words: 'Its events are refused until an owner adds the host here. Last refused event:',
    tone: 'danger',
  },
}
