/** Which versions a test has, and how many of its visitors see each now. */
import type { Experiment } from '@firsttouch/api/contract/experiments/life'
import { ExternalLink } from 'lucide-react'
import { VariantMark } from '../variant-mark.tsx'
import { share } from './state-words.ts'

export const Versions = ({ experiment: { variants } }: { experiment: Experiment }) => (
  <ul aria-label="Who sees what" className="grid gap-x-8 gap-y-2 sm:grid-cols-2 xl:grid-cols-3">
    {variants.map(({ name, label, share: perCent, path }, at) => (
      <li key={name} className="flex items-center gap-2">
        {variants.length > 2 && <VariantMark at={at} />}
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span>
              {label}
              {path && (
                <a
                  href={path}
                  target="_blank"
                  rel="noopener"
                  aria-label={`Look at ${label} in a new tab`}
                  className="dashboard-target ml-0.5 inline-flex size-6 items-center justify-center align-middle text-muted hover:text-ink"
                >
                  <ExternalLink aria-hidden size={13} />
                </a>
              )}
            </span>
            <span className="font-semibold tabular-nums">{share(perCent)}</span>
          </span>
          <meter
            className="rate-bar mt-1"
            min={0}
            max={100}
            value={perCent}
            aria-label={`Share of ${label} among those who come now`}
          />
        </span>
      </li>
    ))}
  </ul>
)
