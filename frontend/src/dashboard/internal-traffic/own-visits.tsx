/** The business's own visits are those of staff, of browsers that opted out and of listed networks. */
import { internalNetworks } from '@firsttouch/api/contract/internal-traffic'
import { useConfiguredDomain } from '../data/configured-domain.ts'
import { useRead } from '../data/use-read.ts'
import { LinesForm } from '../pieces/lines-form.tsx'
import { Section, useOpened } from '../pieces/section.tsx'

export const OwnVisits = () => {
  const { data } = useRead('internalTraffic')
  const { open, close, toggle } = useOpened('internal-traffic')
  const link = `${useConfiguredDomain() ?? ''}/opt-out`
  const lines = data?.networks.split('\n').filter(Boolean).length ?? 0
  return (
    <Section
      id="internal-traffic"
      title="Your own visits"
      meta={<span>Networks not counted: {lines === 0 ? 'none' : lines}</span>}
      actions={toggle({ words: 'Edit networks', needs: 'owner', disabled: !data })}
    >
      <p className="px-4 py-3 text-muted sm:px-5">
        Browsers that log in here are left out of every figure and A/B test from then on. On other devices,
        open{' '}
        <a className="underline wrap-anywhere" href={link}>
          {link}
        </a>{' '}
        and press “Leave this browser out”.
      </p>
      {open && data && (
        <LinesForm
          {...{ name: 'networks', schema: internalNetworks, path: 'internal-traffic' }}
          current={data.networks}
          label="Networks of your business"
          hint={`One address or network per line, such as 203.0.113.0/24. Your IP address is ${data.yours}.`}
          onDone={close}
        />
      )}
    </Section>
  )
}
