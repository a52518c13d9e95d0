import { PrivacyChoice } from '../layout/privacy-choice.tsx'
import { MailLink } from '../write-links.tsx'

export const V2Footer = () => (
  <footer className="border-t border-line">
    <div className="wrap flex flex-wrap items-center justify-between gap-4 py-8 text-sm text-muted">
      <p>© Firsttouch. Google and Google Ads are trade marks of Google LLC; we are an independent agency.</p>
      <a href="/privacy" className="py-1 underline underline-offset-4">
        What we keep about you
      </a>
      <PrivacyChoice className="py-1 underline underline-offset-4" />
      <MailLink name="v2_footer_email" className="py-1 text-ink underline underline-offset-4" />
    </div>
  </footer>
)
