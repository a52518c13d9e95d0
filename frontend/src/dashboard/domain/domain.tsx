import { useConfiguredDomain } from '../data/configured-domain.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Section, useOpened } from '../pieces/section.tsx'

const DomainForm = lazily(async () => (await import('./domain-form.tsx')).DomainForm, 'm-5 h-10')

export const Domain = () => {
  const domain = useConfiguredDomain()
  const { open, close, toggle } = useOpened('domain')
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
      actions={toggle({ words: 'Configure Domain', needs: 'owner' })}
    >
      {open && <DomainForm current={domain ?? ''} onDone={close} />}
    </Section>
  )
}
