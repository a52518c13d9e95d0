/** Whose visits are the business's own: browsers that logged in here or opted out, and networks. */
import {
  type InternalNetworks,
  type InternalTraffic,
  internalNetworks,
} from '@firsttouch/api/contract/internal-traffic'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { useConfiguredDomain } from '../data/configured-domain.ts'
import { useRead } from '../data/use-read.ts'
import { useAdminWrite } from '../data/writes.ts'
import { Button } from '../pieces/button.tsx'
import { focusToggle, Section } from '../pieces/section.tsx'
import { useCheckedForm } from '../pieces/use-checked-form.ts'
import { counted } from '../words/format.ts'

export const OwnVisits = () => {
  const { data } = useRead('internalTraffic')
  const [open, setOpen] = useState(false)
  const link = `${useConfiguredDomain() ?? ''}/opt-out`
  const lines = data?.networks.split('\n').filter(Boolean).length ?? 0
  const close = () => {
    setOpen(false)
    focusToggle('internal-traffic')
  }
  return (
    <Section
      id="internal-traffic"
      title="Your own visits"
      meta={<span>{lines === 0 ? 'No network named' : `${counted(lines, 'networks')} left out`}</span>}
      actions={
        <Button needs="owner" aria-expanded={open} disabled={!data} onClick={() => setOpen(!open)}>
          {open ? 'Cancel' : 'Name networks'}
        </Button>
      }
    >
      <p className="px-4 py-3 text-muted sm:px-5">
        Browsers that log in here are left out of every figure and A/B test from then on. On other devices,
        open{' '}
        <a className="underline wrap-anywhere" href={link}>
          {link}
        </a>{' '}
        once.
      </p>
      {open && data && <NetworksForm current={data} onDone={close} />}
    </Section>
  )
}

export const NetworksForm = ({ current, onDone }: { current: InternalTraffic; onDone: () => void }) => {
  const form = useCheckedForm(internalNetworks, { networks: current.networks })
  const save = useAdminWrite<InternalNetworks>({
    call: body => ({ method: 'PUT', path: 'internal-traffic', body }),
    changes: 'domain-config',
    failure: 'Failed to save the networks',
    onSaved: () => {
      toast({ title: 'Networks saved', description: 'They apply to visits from now on.' })
      onDone()
    },
  })
  return (
    <form
      noValidate
      className="grid gap-3 px-4 pb-4 sm:px-5"
      onSubmit={form.handleSubmit(values => save.mutate(values))}
    >
      <Field
        label="Networks of your business"
        hint={`One address or network a line, such as 203.0.113.0/24. You are now at ${current.yours}.`}
        error={form.formState.errors.networks?.message}
      >
        {control => (
          <Textarea
            {...control}
            {...form.register('networks')}
            autoFocus
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Field>
      <div>
        <Button variant="primary" type="submit" disabled={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save networks'}
        </Button>
      </div>
    </form>
  )
}
