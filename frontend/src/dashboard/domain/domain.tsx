import { useState } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { useConfiguredDomain } from '../data/configured-domain.ts'
import { Button } from '../pieces/button.tsx'
import { focusToggle, Section } from '../pieces/section.tsx'

const loadForm = async () => (await import('./domain-form.tsx')).DomainForm

export const Domain = () => {
  const domain = useConfiguredDomain()
  const [open, setOpen] = useState(false)
  const DomainForm = useLoaded(loadForm, open)
  const close = () => {
    setOpen(false)
    focusToggle('domain')
  }
  return (
    <Section
      id="domain"
      title="Domain Configuration"
      meta={
        <span>
          Campaign links start with{' '}
          <span className="font-medium wrap-anywhere text-ink">{domain ?? '…'}</span>
        </span>
      }
      actions={
        <Button needs="owner" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Cancel' : 'Configure Domain'}
        </Button>
      }
    >
      {open &&
        (DomainForm ? (
          <DomainForm current={domain ?? ''} onDone={close} />
        ) : (
          <Skeleton className="m-5 h-10" />
        ))}
    </Section>
  )
}
