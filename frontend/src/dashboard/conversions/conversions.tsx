/** What became of adverts' clicks, for the platforms that sold them. */
import { AD_PLATFORMS } from '@firsttouch/api/contract/conversions/kinds'
import type { ConversionRule, ConversionSettings } from '@firsttouch/api/contract/conversions/settings'
import { CLICK_ATTRIBUTED_DAYS } from '@firsttouch/api/contract/fields/click-ids'
import { useRead } from '../data/use-read.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Loaded } from '../pieces/loaded.tsx'
import { useOpened } from '../pieces/opened.tsx'
import { Section } from '../pieces/section.tsx'
import { Platform } from './platform.tsx'
import { KIND_NAMES } from './words.ts'

const RulesForm = lazily(async () => (await import('./rules-form.tsx')).RulesForm, 'm-5 h-24')

export const Conversions = () => {
  const settings = useRead('conversions')
  const { open, close, toggle } = useOpened('conversions')
  return (
    <Section
      id="conversions"
      title="Conversions for ad platforms"
      meta={settings.data && <span>{settings.data.clickIds ? 'On' : 'Off'}</span>}
      actions={settings.data?.clickIds && toggle({ words: 'Change Conversions', needs: 'owner' })}
    >
      <Loaded query={settings} what="conversions" skeleton="m-5 h-24">
        {data =>
          data.clickIds ? (
            <>
              {open ? (
                <RulesForm settings={data} onDone={close} />
              ) : (
                <RuleList rules={data.rules} currency={data.currency} />
              )}
              <Platforms settings={data} />
            </>
          ) : (
            <p className="max-w-prose px-4 py-3 text-muted sm:px-5">
              The ids that Google and Microsoft give to clicks on adverts are not kept, so nothing can be told
              back to them. An operator can switch it on; the pages then say so to visitors.
            </p>
          )
        }
      </Loaded>
    </Section>
  )
}

/** For operators. */
export const ClickIds = () => {
  const { data } = useRead('conversions')
  return (
    <Section
      id="click-ids"
      title="Ids of ad clicks"
      meta={data && <span>{data.clickIds ? 'On' : 'Off'}</span>}
    >
      <p className="max-w-prose px-4 py-3 text-muted sm:px-5">
        CLICK_IDS=on keeps the ids that ad platforms give to clicks, which conversions for them need.
      </p>
    </Section>
  )
}

const Platforms = ({ settings: { offered, credentials } }: { settings: ConversionSettings }) => (
  <div className="border-t border-line">
    <p className="max-w-prose px-4 pt-3 text-muted sm:px-5">
      Each file holds every conversion of the last {CLICK_ATTRIBUTED_DAYS} days whose click had an id; a
      platform counts none of them twice. A status that is taken back before a platform reads the file takes
      its conversion out.
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

type RuleListProps = { rules: readonly ConversionRule[]; currency: string }

const RuleList = ({ rules, currency }: RuleListProps) => (
  <dl className="grid gap-x-8 gap-y-3 px-4 py-3 sm:grid-cols-3 sm:px-5">
    {rules.map(({ kind, isOffered, name, value }) => (
      <div key={kind}>
        <dt className="text-muted">{KIND_NAMES[kind]}</dt>
        <dd className="wrap-anywhere">
          {isOffered ? (
            <>
              <span className="font-medium">{name}</span>
              <span className="block text-muted tabular-nums">
                {value === '' ? 'worth what the platform says' : `worth ${value} ${currency}`}
              </span>
            </>
          ) : (
            'is not told'
          )}
        </dd>
      </div>
    ))}
  </dl>
)
