import { Search as Glass } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { lazily } from '../pieces/lazily.tsx'

const Palette = lazily(async () => (await import('./palette.tsx')).Palette, 'hidden')

export const Search = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const openByKey = (event: KeyboardEvent) => {
      const isCtrlK = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
      if (!isCtrlK || document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', openByKey)
    return () => removeEventListener('keydown', openByKey)
  }, [])
  return (
    <>
      <IconButton label="Search" title="Search: Ctrl K" onClick={() => setOpen(true)}>
        <Glass aria-hidden size={18} />
      </IconButton>
      {isOpen && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
