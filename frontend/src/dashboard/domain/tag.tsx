/** The tag for pages elsewhere: the line to paste, the hosts that count, and which step is missing. */
import type { TagState } from '@firsttouch/api/contract/tag'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useRead } from '../data/use-read.ts'
import { Button } from '../pieces/button.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { dateTime } from '../words/format.ts'
import { useTagHosts } from './use-tag-hosts.ts'

const loadForm = async () => (await import('./tag-form.tsx')).TagForm

export const Tag = () => {
  const query = useRead('tag')
  return (
    <Section id="tag" title="Pages elsewhere" meta={<span>Campaign links may lead to another host</span>}>
      <Loaded query={query} what="hosts of pages elsewhere" skeleton="m-5 h-24">
        {state => <Body state={state} />}
      </Loaded>
    </Section>
  )
}

const Body = ({ state }: { state: TagState }) => {
  const TagForm = useLoaded(loadForm)
  const { save, isSaving } = useTagHosts()
  const hosts = state.hosts.map(({ host }) => host)
  return (
    <div className="space-y-4 px-4 py-4 sm:px-5">
      <Field
        label="Line to paste"
        hint={
          <>
            Into the head of each page elsewhere. Where visitors must agree first, add{' '}
            <code>data-consent="required"</code> and call <code>firsttouch('consent', 'granted')</code> once
            they did. <code>firsttouch('conversion', 'form_submission')</code> counts a conversion.
          </>
        }
      >
        {control => (
          <Input
            {...control}
            readOnly
            value={`<script defer src="${location.origin}/t.js"></script>`}
            className="font-mono"
            onFocus={event => event.target.select()}
          />
        )}
      </Field>
      {state.hosts.length > 0 && (
        <ul aria-label="Hosts that count" className="divide-y divide-line">
          {state.hosts.map(one => (
            <Row key={one.host} host={one.host} words={HINTS[one.step]} at={one.at}>
              <Badge tone={one.step === 'event' ? 'ok' : 'neutral'}>{NAMES[one.step]}</Badge>
              <Button
                needs="owner"
                aria-label={`Remove ${one.host}`}
                disabled={isSaving}
                onClick={() => save(hosts.filter(host => host !== one.host))}
              >
                Remove
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {state.strangers.length > 0 && (
        <ul aria-label="Hosts that are not allowed" className="divide-y divide-line">
          {state.strangers.map(({ host, at }) => (
            <Row key={host} host={host} words="Its events are refused until you allow it." at={at}>
              <Badge tone="danger">Host not allowed</Badge>
              <Button
                needs="owner"
                aria-label={`Allow ${host}`}
                disabled={isSaving}
                onClick={() => save([...hosts, host])}
              >
                Allow
              </Button>
            </Row>
          ))}
        </ul>
      )}
      {TagForm ? <TagForm hosts={hosts} /> : <Skeleton className="h-16" />}
    </div>
  )
}

type Step = TagState['hosts'][number]['step']

const NAMES: Record<Step, string> = {
  event: 'Receiving',
  refused: 'No event yet',
  script: 'No event yet',
  nothing: 'Nothing received',
}
const HINTS: Record<Step, string> = {
  event: 'The last event arrived.',
  refused: 'An event was refused before you allowed the host. Open the page again.',
  script:
    'A page loaded the script and sent no event. Look at the page and agree where it asks. Its content security policy must let it connect to this site.',
  nothing: 'Paste the line and open the page.',
}

type RowProps = { host: string; words: string; at: string | null; children: ReactNode }

const Row = ({ host, words, at, children }: RowProps) => (
  <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
    <div className="min-w-0 flex-1 basis-56">
      <p className="font-medium wrap-anywhere">{host}</p>
      <p className="text-muted">
        {words} {at && <span className="tabular-nums">{dateTime(at)}</span>}
      </p>
    </div>
    {children}
  </li>
)
