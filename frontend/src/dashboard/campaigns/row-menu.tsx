import type { Campaign } from '@firsttouch/api/contract/campaign'
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAddressValue } from '../address/use-address.ts'
import { Button } from '../pieces/button.tsx'
import { copyText } from '../pieces/copy-text.ts'
import { lazily } from '../pieces/lazily.tsx'
import { Popover } from '../pieces/popover.tsx'
import { useOpenForm } from '../pieces/shared-draft.tsx'
import { EDITED } from './campaign-panel.tsx'
import { draftLike } from './form/campaign-draft.ts'
import { useStateChanges } from './use-state-changes.ts'

const QrDialog = lazily(async () => (await import('./links/qr-dialog.tsx')).QrDialog, 'hidden')

export const RowMenu = ({ campaign }: { campaign: Campaign }) => {
  const [isOpen, setOpen] = useState(false)
  const [isPrinting, setPrinting] = useState(false)
  const [, edit] = useAddressValue(EDITED)
  const { startWith } = useOpenForm()
  const { activity, archive } = useStateChanges(campaign)
  const root = useRef<HTMLDivElement>(null)
  const staff = { needs: 'staff' } as const
  const items = [
    { words: 'Copy link', run: () => void copyText(campaign.generatedUrl) },
    { words: 'QR code', run: () => setPrinting(true) },
    { ...staff, words: 'Edit', run: () => edit(campaign.id) },
    { ...staff, words: 'Duplicate', run: () => startWith(draftLike(campaign)) },
    ...[activity, archive].flatMap(one => (one ? { ...staff, ...one } : [])),
  ]
  return (
    <div ref={root} className="inline-block text-left">
      <Popover
        label={`Actions on ${campaign.name}`}
        open={isOpen}
        onOpen={setOpen}
        isIcon
        button={<Ellipsis aria-hidden size={18} />}
        className="grid gap-1 lg:right-0 lg:left-auto lg:w-44"
      >
        {items.map(({ words, run, ...needs }) => (
          <Button
            key={words}
            {...needs}
            aria-label={`${words} ${campaign.name}`}
            className="justify-start border-transparent bg-transparent"
            onClick={() => {
              // Focus the menu's button before a dialog opens. When the dialog closes, it focuses this button again.
              root.current?.querySelector('button')?.focus()
              setOpen(false)
              run()
            }}
          >
            {words}
          </Button>
        ))}
      </Popover>
      {isPrinting && <QrDialog campaign={campaign} onClose={() => setPrinting(false)} />}
    </div>
  )
}
