import { WITHIN } from '../business.ts'
import { CountedLink } from '../counted-link.tsx'
import { MailLink } from '../write-links.tsx'
import { PrivacyChoice } from './privacy-choice.tsx'
import { Wordmark } from './wordmark.tsx'

const SECTIONS = [
  ['#hero', 'Back to the top'],
  ['#pricing', 'Pricing'],
  ['#faq', 'Questions'],
  ['#contact', 'Contact'],
] as const
const link = 'inline-block py-1 underline-offset-4 hover:underline'

export const Footer = () => (
  <footer className="bg-dark text-on-dark">
    <div className="wrap grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr]">
      <div>
        <Wordmark />
        <p className="mt-4 max-w-sm text-on-dark-muted">
          Managed Google Ads for small and local businesses. Number one within {WITHIN.first}, or your money
          back.
        </p>
        <MailLink name="footer_email" className={`${link} mt-3`} />
      </div>
      <nav aria-label="Page">
        <ul>
          {SECTIONS.map(([href, label]) => (
            <li key={href}>
              <CountedLink href={href} className={link} name={`footer_${href.slice(1)}`}>
                {label}
              </CountedLink>
            </li>
          ))}
        </ul>
      </nav>
      <ul>
        <li>
          <a href="/privacy" className={link}>
            What we keep about you
          </a>
        </li>
        {['Privacy Policy', 'Terms of Service'].map(name => (
          <li key={name}>
            {/* biome-ignore lint/a11y/useSemanticElements: a link without a target until the business has written the page */}
            <span
              role="link"
              aria-disabled="true"
              tabIndex={-1}
              className="inline-block py-1 text-on-dark-muted"
            >
              {name}
            </span>
          </li>
        ))}
        <li>
          <a href="/login" className={link}>
            Staff login
          </a>
        </li>
        <li>
          <PrivacyChoice className={link} />
        </li>
      </ul>
    </div>
    <div aria-hidden className="ruler h-4 text-[#54595f]" />
    <p className="wrap py-5 text-sm text-on-dark-muted">
      © Firsttouch. Google and Google Ads are trade marks of Google LLC; we are an independent agency.
    </p>
  </footer>
)
