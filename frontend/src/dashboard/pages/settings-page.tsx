/** What is set once in a while, and whether everything is counted. */
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'
import { Account } from '../account/account.tsx'
import { Accounting } from '../accounting/accounting.tsx'
import { Audit } from '../audit/audit.tsx'
import { Conversions } from '../conversions/conversions.tsx'
import { Domain } from '../domain/domain.tsx'
import { Tag } from '../domain/tag.tsx'
import { OwnVisits } from '../internal-traffic/own-visits.tsx'
import { Notifications } from '../notifications/notifications.tsx'
import { Cards } from '../pieces/cards.tsx'
import { Section } from '../pieces/section.tsx'
import { ConnectLogin } from '../settings/single-sign-on.tsx'
import { ReadTokens } from '../team/read-tokens.tsx'
import { TeamSection } from '../team/team.tsx'

export const SettingsPage = () => (
  <Cards
    roles={{
      'internal traffic': 'staff',
      tag: 'staff',
      conversions: 'staff',
      team: 'owner',
      'read tokens': 'owner',
      audit: 'owner',
      'mail and webhook': 'staff',
    }}
    of={{
      domain: <Domain />,
      'internal traffic': <OwnVisits />,
      tag: <Tag />,
      conversions: <Conversions />,
      account: <Account />,
      'single sign-on': <ConnectLogin />,
      team: <TeamSection />,
      'read tokens': <ReadTokens />,
      'mail and webhook': <Notifications />,
      accounting: <Accounting />,
      theme: <Theme />,
      audit: <Audit />,
    }}
  />
)

const NAMES = { system: 'As this device has it', light: 'Light', dark: 'Dark' } as const

const Theme = () => {
  const theme = useTheme()
  return (
    <Section id="theme" title="Theme" meta={<span>In this browser</span>}>
      <fieldset className="flex flex-wrap gap-x-6 gap-y-1 px-4 py-3 sm:px-5">
        <legend className="sr-only">Theme</legend>
        {THEMES.map(name => (
          <label
            key={name}
            className="dashboard-target inline-flex min-h-9 cursor-pointer items-center gap-2"
          >
            <input
              type="radio"
              name="theme"
              className="accent-ink"
              checked={theme === name}
              onChange={() => setTheme(name)}
            />
            {NAMES[name]}
          </label>
        ))}
      </fieldset>
    </Section>
  )
}
