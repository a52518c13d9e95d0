import { type KeyboardEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { setOnes } from '../address/filters.ts'
import { usePageAddress } from '../address/page-links.ts'
import { useCampaigns } from '../data/figures.ts'
import { useInboxPages } from '../pieces/inbox/inbox-pages.ts'
import { useSettled } from '../pieces/use-settled.ts'
import { type Action, useActions } from './actions.ts'

type Found = Action & { id?: string; detail?: string }

const MOST = 5

export const Palette = ({ onClose }: { onClose: () => void }) => {
  const { pages, actions } = useActions()
  const [typed, setTyped] = useState('')
  const records = useRecords(typed.trim())
  const groups = exactFirst(
    [group('Pages', pages, typed), ...records, group('Actions', actions, typed)],
    typed,
  )
  const list = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const choices = () => [...(list.current?.querySelectorAll('button') ?? [])]
  const step = (event: KeyboardEvent) => {
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!way) return
    event.preventDefault()
    const all = choices()
    const at = all.indexOf(document.activeElement as HTMLButtonElement) + way
    ;(all[Math.min(at, all.length - 1)] ?? field.current)?.focus()
  }
  return (
    <Dialog open onClose={onClose} title="Search" className="sm:max-w-xl">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the elements inside */}
      <div className="mt-4 space-y-4" onKeyDown={step}>
        <form
          onSubmit={event => {
            event.preventDefault()
            choices()[0]?.click()
          }}
        >
          <Input
            ref={field}
            aria-label="Search leads, customers, campaigns, pages and actions"
            enterKeyHint="search"
            placeholder="Leads, customers, campaigns …"
            value={typed}
            onChange={event => setTyped(event.target.value)}
          />
        </form>
        <div ref={list} className="max-h-[50dvh] space-y-3 overflow-y-auto">
          {groups.map(
            ([name, found]) =>
              found.length > 0 && (
                <section key={name} aria-label={name}>
                  <h3 className="px-2 text-xs text-muted">{name}</h3>
                  <ul>
                    {found.map(one => (
                      <Choice key={one.id ?? one.words} one={one} onClose={onClose} />
                    ))}
                  </ul>
                </section>
              ),
          )}
          {groups.every(([, found]) => found.length === 0) && <p role="status">Nothing found.</p>}
        </div>
      </div>
    </Dialog>
  )
}

const Choice = ({ one, onClose }: { one: Found; onClose: () => void }) => (
  <li>
    <button
      type="button"
      className="dashboard-target flex w-full items-center gap-3 rounded-sm px-2 py-1.5 text-left hover:bg-sunken focus:bg-sunken"
      onClick={() => {
        onClose()
        one.run()
      }}
    >
      <span className="min-w-0 truncate">{one.words}</span>
      {one.detail && <span className="min-w-0 truncate text-muted">{one.detail}</span>}
      {one.key && (
        <kbd className="ml-auto rounded-sm border border-strong-line px-1.5 font-sans text-xs pointer-coarse:hidden">
          {one.key}
        </kbd>
      )}
    </button>
  </li>
)

type Group = readonly [name: string, found: readonly Found[]]
const group = (name: string, all: readonly Found[], typed: string): Group => [
  name,
  all.filter(({ words }) => isFound(words, typed)),
]

const isExact = ({ words }: Found, typed: string): boolean =>
  words.toLowerCase() === typed.trim().toLowerCase()

/** A group with an exact match of the typed text comes first. */
export const exactFirst = (groups: readonly Group[], typed: string): Group[] => {
  const isNamed = ([, found]: Group) => found.some(one => isExact(one, typed))
  return groups.toSorted((a, b) => Number(isNamed(b)) - Number(isNamed(a)))
}

const isFound = (words: string, typed: string): boolean =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .every(word => words.toLowerCase().includes(word))

const useRecords = (typed: string): Group[] => {
  const asked = useSettled(typed)
  const navigate = useNavigate()
  const address = usePageAddress()
  const campaigns = useCampaigns().data ?? []
  const leads = useInboxPages('leads', setOnes({ q: asked }), 'newest').query.data?.[0]?.items ?? []
  const customers = useInboxPages('onboarding', setOnes({ q: asked }), '').query.data?.[0]?.items ?? []
  if (!typed) return []
  const people = asked ? { leads, customers } : { leads: [], customers: [] }
  return [
    [
      'Leads',
      people.leads.slice(0, MOST).map(({ id, name, business, email, status }) => ({
        ...{ id, words: name, detail: `${business || email}, ${status}` },
        run: () => navigate(address('leads', { lead: id })),
      })),
    ],
    [
      'Customers',
      people.customers.slice(0, MOST).map(({ id, fullName, businessName }) => ({
        ...{ id, words: fullName, detail: businessName },
        run: () => navigate(address('onboarding', { submission: id })),
      })),
    ],
    [
      'Campaigns',
      campaigns
        .map(({ id, name }) => ({
          ...{ id, words: name },
          run: () => navigate(address('campaigns', { 'campaign-search': name })),
        }))
        .filter(({ words }) => isFound(words, typed))
        .toSorted((a, b) => Number(isExact(b, typed)) - Number(isExact(a, typed)))
        .slice(0, MOST),
    ],
  ]
}
