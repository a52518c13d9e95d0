import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useConfiguredDomain } from '../configured-domain.ts'
import { focusToggle, Section } from '../section.tsx'
import { DomainForm } from './domain-form.tsx'

export const Domain = () => {
  const domain = useConfiguredDomain()
  const [open, setOpen] = useState(false)
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
          Campaign links start with <span className="font-medium break-all text-ink">{domain ?? '…'}</span>
        </span>
      }
      actions={
        <Button variant="ghost" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Cancel' : 'Configure Domain'}
        </Button>
      }
    >
      {open && <DomainForm current={domain ?? ''} onDone={close} />}
    </Section>
  )
}
