/** One drawing per trade, in the stroke weight of the display type. */
import type { ReactNode } from 'react'

const Frame = ({ children }: { children: ReactNode }) => (
  <svg
    viewBox="0 0 64 64"
    aria-hidden
    className="mb-2 size-16"
    fill="none"
    stroke="currentColor"
    strokeWidth="3.5"
    strokeLinejoin="round"
    strokeLinecap="round"
  >
    {children}
  </svg>
)

const Roof = () => (
  <Frame>
    <path d="M6 34 32 12l26 22" />
    <path d="M42 20v-7h7v13" />
    <path d="M14 31v21h36V31" />
    <path d="M23 36c3 4 6 4 9 0 3 4 6 4 9 0M23 44c3 4 6 4 9 0 3 4 6 4 9 0" stroke="var(--tone)" />
  </Frame>
)
const Tap = () => (
  <Frame>
    <path d="M8 24h26a14 14 0 0 1 14 14v3H36v-3a2 2 0 0 0-2-2H8z" />
    <path d="M22 24v-8M14 14h16" />
    <path d="M42 47c4 5 5 6 5 8a5 5 0 0 1-10 0c0-2 1-3 5-8Z" fill="var(--tone)" />
  </Frame>
)
const Spray = () => (
  <Frame>
    <path d="M24 56h20a3 3 0 0 0 3-3V38c0-5-5-7-5-12H26c0 5-5 7-5 12v15a3 3 0 0 0 3 3Z" />
    <path d="M27 26v-6h15l4-8H25v14" />
    <path d="M25 14h-6v8" />
    <path d="M12 10 8 8M11 17H6M12 24l-4 2" stroke="var(--tone)" />
    <path d="M21 44h26" />
  </Frame>
)
const Beetle = () => (
  <Frame>
    <ellipse cx="32" cy="37" rx="13" ry="17" />
    <path d="M32 22v32M24 20a8 8 0 0 1 16 0" />
    <path d="m26 13-5-6M38 13l5-6M19 32l-9-5M19 40H8M20 48l-8 6M45 32l9-5M45 40h11M44 48l8 6" />
    <path d="M26 33v6M38 33v6" stroke="var(--tone)" />
  </Frame>
)

export const TRADES = [
  { name: 'Roofing', Icon: Roof },
  { name: 'Plumbing', Icon: Tap },
  { name: 'Cleaning', Icon: Spray },
  { name: 'Pest control', Icon: Beetle },
] as const
