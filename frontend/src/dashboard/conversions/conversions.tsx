import { AD_PLATFORMS } from '@firsttouch/api/contract/conversions/kinds'
import type { ConversionSettings } from '@firsttouch/api/contract/conversions/settings'
import { CLICK_ATTRIBUTED_DAYS } from '@firsttouch/api/contract/fields/click-ids'
import { useRead } from '../data/use-read.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { Section } from '../pieces/section.tsx'
import { Platform } from './platform.tsx'

const RulesForm = lazily(async () => (await import('./rules-form.tsx')).RulesForm, 'm-5 h-24')

export const Conversions = () => {
  const settings = useRead('conversions')
  return (
    <Section
      id="conversions"
      title="Conversions for ad platforms"
      meta={settings.data && <span>{settings.data.clickIds ? 'On' : 'Off'}</span>}
    >
      <Loaded query={settings} what="conversions" skeleton="m-5 h-24">
        {data =>
          data.clickIds ? (
            <>
              <RulesForm settings={data} />
              <Platforms settings={data} />
            </>
          ) : (
            <p className="max-w-prose px-4 py-3 text-muted sm:px-5">
              The click ids of Google and Microsoft are not stored, so conversions cannot be reported to them.
              An operator can switch this on. The pages then tell visitors about it.
            </p>
          )
        }
      </Loaded>
    </Section>
  )
}

const Platforms = ({ settings: { offered, credentials } }: { settings: ConversionSettings }) => (
  <div className="border-t border-line">
    <p className="max-w-prose px-4 pt-3 text-muted sm:px-5">
      Each file holds every conversion of the last {CLICK_ATTRIBUTED_DAYS} days whose click had an id. A
      platform counts each of them once. If you take a status back before a platform reads the file, the file
      leaves its conversion out.
    </p>
    {AD_PLATFORMS.map(platform => (
      <Platform
        key={platform}
        platform={platform}
        offered={offered.find(one => one.platform === platform)}
        credentials={credentials.filter(one => one.platform === platform)}
      />
    ))}
  </div>
)
